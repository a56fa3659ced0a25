# SPDX-License-Identifier: Apache-2.0
"""Loading backends from Python, their public names, and what is said before one is loaded."""

import importlib
import os
import subprocess
import sys
import threading

import pytest
import tirx
from tirx import script as T

BUILT_IN = ["cuda", "metal", "rocm", "trn", "opencl", "vulkan", "webgpu", "hexagon", "adreno"]


def run_python(text, **environment):
    """A fresh interpreter: what is loaded cannot be unloaded."""
    return subprocess.run(
        [sys.executable, "-c", text],
        check=False,
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
    )


@pytest.mark.parametrize("name", BUILT_IN)
def test_built_in_backends_load_by_themselves(name):
    assert tirx.backend.is_loaded(name)
    tirx.backend.load(name)
    assert tirx.backend.is_loaded(name)


def test_an_unknown_backend_is_named_with_those_that_are_known():
    assert not tirx.backend.is_loaded("cudda")
    with pytest.raises(tirx.DiagnosticError, match=r"no backend `cudda`; known are .*`cuda`.*") as error:
        tirx.backend.load("cudda")
    assert "did you mean `cuda`?" in str(error.value)


def test_many_threads_may_load():
    failures = []

    def work():
        for name in BUILT_IN:
            tirx.backend.load(name)
        try:
            tirx.backend.load("nonesuch")
        except tirx.DiagnosticError:
            return
        failures.append("nonesuch was loaded")

    threads = [threading.Thread(target=work) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failures


@pytest.mark.parametrize(
    "module", ["cuda", "cuda.compiler", "cuda.backend_config", "cuda.transforms", "metal"]
)
def test_public_modules_are_those_of_the_backend(module):
    public, own = importlib.import_module(f"tirx.{module}"), importlib.import_module(f"tirx.backend.{module}")
    assert public is own
    assert own.__name__ == own.__spec__.name == f"tirx.backend.{module}"
    assert sys.modules[f"tirx.{module}"] is own


def test_public_names_as_attributes():
    assert tirx.cuda is tirx.backend.cuda
    assert tirx.cuda.compiler is tirx.backend.cuda.compiler
    assert tirx.vulkan is tirx.backend.vulkan
    assert "Vulkan" in tirx.vulkan.__doc__


def test_public_names_whatever_is_imported_first():
    for first, second in [
        ("tirx.cuda.compiler", "tirx.backend.cuda"),
        ("tirx.backend.cuda.compiler", "tirx.cuda"),
    ]:
        done = run_python(
            f"import {first}, {second}\n"
            "assert tirx.cuda.compiler is tirx.backend.cuda.compiler\n"
            "from tirx.cuda.compiler import compile_source as a\n"
            "from tirx.backend.cuda.compiler import compile_source as b\n"
            "assert a is b"
        )
        assert done.returncode == 0, done.stderr


def test_other_names_are_missing_as_ever():
    with pytest.raises(AttributeError, match="no attribute 'nonesuch'"):
        tirx.nonesuch  # noqa: B018
    with pytest.raises(ModuleNotFoundError, match="nonesuch"):
        importlib.import_module("tirx.nonesuch")
    with pytest.raises(ModuleNotFoundError, match="nonesuch"):
        importlib.import_module("tirx.cuda.nonesuch")


NOT_LOADED = """
import tirx
from tirx import script as T

def message(action):
    try:
        action()
    except Exception as error:
        return f"{type(error).__name__}: {error}"
    return "nothing was raised"

def kernel():
    return tirx.parse('''
from tirx import script as T

@T.function
def f(A: T.Tensor((32,), "float32")):
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=1, block=32)):
        A[T.cuda.thread_idx("x")] = 1.0
''')

"""


def not_loaded(action):
    done = run_python(NOT_LOADED + f"print(message(lambda: {action}))", TIRX_DEVICE_BACKEND_AUTOLOAD="0")
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.parametrize(
    "action, error",
    [
        ("T.cuda", "AttributeError: `T.cuda` is of backend `cuda`, which is not loaded"),
        ("tirx.cuda", "AttributeError: backend `cuda` is not loaded"),
        ("__import__('tirx.cuda.compiler')", "ModuleNotFoundError: backend `cuda` is not loaded"),
        ("tirx.Target('cuda')", "DiagnosticError: error: `cuda` is of backend `cuda`, which is not loaded"),
        ("kernel()", "`T.cuda` is of backend `cuda`, which is not loaded [BackendNotLoaded]"),
    ],
)
def test_what_is_said_of_a_backend_that_is_not_loaded(action, error):
    text = not_loaded(action)
    assert error in text
    assert "tirx.backend.load(" in text


def test_a_namespace_appears_when_its_backend_is_loaded():
    done = run_python(
        NOT_LOADED + "assert not tirx.backend.is_loaded('cuda') and 'cuda' not in dir(T)\n"
        "tirx.backend.load('cuda')\n"
        "assert 'cuda' in dir(T) and T.cuda.thread_idx and tirx.cuda.compiler\n"
        "print(message(kernel))",
        TIRX_DEVICE_BACKEND_AUTOLOAD="0",
    )
    assert done.returncode == 0, done.stderr
    assert "nothing was raised" in done.stdout


def test_a_backend_loads_what_it_builds_on():
    done = run_python(
        "import tirx\ntirx.backend.load('adreno')\n"
        "assert tirx.backend.is_loaded('opencl') and tirx.backend.is_loaded('vulkan')\n"
        "assert not tirx.backend.is_loaded('cuda')\n"
        "print(tirx.Target('qcom/adreno-vulkan').to_json())",
        TIRX_DEVICE_BACKEND_AUTOLOAD="0",
    )
    assert done.returncode == 0, done.stderr
    assert '"device":"adreno"' in done.stdout


@T.function
def double(A: T.Tensor((32,), "float32")):
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=1, block=32)):
        i = T.gpu.thread_idx("x")
        A[i] = A[i] * T.float32(2)


@pytest.mark.parametrize("name", ["metal", "rocm", "trn", "vulkan", "webgpu", "hexagon"])
def test_what_is_not_built_yet_is_refused_by_name(name):
    with pytest.raises(tirx.DiagnosticError, match=f"target kind `{name}` has no pipeline.*`cuda`") as error:
        tirx.generate_source(double, target=name)
    assert "NoPipeline" in str(error.value)


def test_the_simulator_runs_for_any_target():
    np = pytest.importorskip("numpy")
    data = np.arange(32, dtype="float32")
    tirx.compile(double, target="apple/m1-gpu", executor="simulator")(data)
    assert (data == 2 * np.arange(32)).all()


def test_detection_says_why_there_is_no_target():
    with pytest.raises(tirx.DiagnosticError, match="no target can be read off metal device 0"):
        tirx.target.detect_target_from_device("metal")


@pytest.mark.gpu
def test_a_target_from_the_device_here():
    target = tirx.target.detect_target_from_device("cuda:0").export()
    assert target["kind"] == "cuda" and target["arch"].startswith("sm_")
    assert target["thread_warp_size"] == 32 and target["max_threads_per_block"] == 1024
    assert target["max_shared_memory_per_block_optin"] >= target["max_shared_memory_per_block"] >= 49152


def test_loading_all_built_ins_is_quick():
    """The figure is 60 ms; this build is not optimised and shares its machine."""
    done = run_python(
        "import time, tirx\nstart = time.perf_counter()\n"
        f"for name in {BUILT_IN!r}: tirx.backend.load(name)\n"
        "print(time.perf_counter() - start)",
        TIRX_DEVICE_BACKEND_AUTOLOAD="0",
    )
    assert done.returncode == 0, done.stderr
    assert float(done.stdout) < 0.6
