# SPDX-License-Identifier: Apache-2.0
"""Backends out of shared libraries: by path, by TIRX_BACKEND_PATH, and what is said of those that fail."""

import json
import os
import subprocess
import sys

import pytest

KERNEL = """
from tirx import script as T

@T.function
def f(A: T.Tensor((4,), "int32")):
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=1, block=4)):
        A[T.sample.thread_idx("x")] = T.sample.answer()
"""


@pytest.fixture
def plugins(build_dir):
    return build_dir / "tests/plugins"


def run(*command, **environment):
    return subprocess.run(
        [str(part) for part in command],
        check=False,
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
    )


def load(path, then=""):
    text = f"import tirx\ntirx.backend.load_library({str(path)!r})\n{then}"
    return run(sys.executable, "-c", text)


def test_a_library_by_its_path(plugins):
    done = load(
        plugins / "sample/libtirx_backend_sample.so",
        "import numpy, tirx.sample\n"
        "assert tirx.backend.is_loaded('sample') and tirx.sample is tirx.backend.sample\n"
        f"module = tirx.parse({KERNEL!r})\n"
        "print(tirx.generate_source(module, target='sample'))\n"
        "a = numpy.zeros(4, 'int32')\n"
        "tirx.compile(module, target='sample/small', executor='simulator')['f'](a)\n"
        "print(a)\n"
        "print(tirx.target.detect_target_from_device('sample').to_json())\n",
    )
    assert done.returncode == 0, done.stderr
    assert 'A_ptr[sample_thread("x")] = sample_answer();' in done.stdout
    assert "[42 42 42 42]" in done.stdout
    assert '"arch":"v1"' in done.stdout


def test_a_library_on_the_path(plugins, tirx_cli):
    folder = plugins / "sample"
    done = run(tirx_cli, "list", "intrinsics", "--by", "backend", TIRX_BACKEND_PATH=f"/nonesuch::{folder}")
    assert f"sample ({folder}/libtirx_backend_sample.so)" in done.stdout
    assert "  sample.answer()" in done.stdout
    assert done.stderr == ""


def test_a_library_by_its_name(plugins):
    text = "import tirx\ntirx.backend.load('sample')\nprint(tirx.backend.is_loaded('sample'))"
    found = {"TIRX_BACKEND_PATH": str(plugins / "sample"), "TIRX_DEVICE_BACKEND_AUTOLOAD": "0"}
    done = run(sys.executable, "-c", text, **found)
    assert done.stdout == "True\n", done.stderr


@pytest.mark.parametrize(
    "name, says",
    [
        (
            "throwing",
            "backend `throwing` failed to register, after row `throwing` of table `targets`: the board",
        ),
        (
            "taken",
            "two backends are named `null`: that of `{path}`, which is left out, and that of `built in`",
        ),
        ("old", "`{path}` is no backend library for this tirx: it was built for interface"),
        ("nothing", "`{path}` is no backend library for this tirx: it has no function `TirxBackendLibrary`"),
    ],
)
def test_one_that_fails_is_named_and_changes_nothing(name, says, plugins, tirx_cli):
    path = plugins / name / f"libtirx_backend_{name}.so"
    by_path = load(path)
    assert by_path.returncode == 1 and says.format(path=path) in by_path.stderr
    before = run(tirx_cli, "list", "backends").stdout
    on_path = run(tirx_cli, "list", "backends", TIRX_BACKEND_PATH=str(plugins / name))
    assert on_path.returncode == 0 and on_path.stdout == before
    assert f"warning: backend library `{path}` is left out" in on_path.stderr
    assert says.format(path=path) in on_path.stderr


def test_others_are_loaded_beside_one_that_fails(plugins, tirx_cli):
    folders = os.pathsep.join(str(plugins / name) for name in ("throwing", "sample"))
    listed = run(tirx_cli, "list", "targets", TIRX_BACKEND_PATH=folders)
    assert "\nsample " in listed.stdout and "\nthrowing " not in listed.stdout


def test_a_file_that_is_no_library(tmp_path):
    path = tmp_path / "libtirx_backend_text.so"
    path.write_text("not a library")
    done = load(path)
    assert done.returncode == 1 and f"`{path}` is no backend library for this tirx" in done.stderr


def test_two_of_one_name(plugins, tmp_path):
    first = plugins / "sample/libtirx_backend_sample.so"
    second = tmp_path / "libtirx_backend_copy.so"
    second.write_bytes(first.read_bytes())
    again = f"tirx.backend.load_library({str(first)!r})\ntirx.backend.load_library({str(second)!r})"
    done = load(first, again)
    assert done.returncode == 1
    said = f"two backends are named `sample`: that of `{second}`, which is left out, and that of `{first}`"
    assert said in done.stderr


def test_what_a_built_in_backend_registers_can_be_registered_from_outside(plugins):
    done = load(
        plugins / "sample/libtirx_backend_sample.so",
        "import json\nfrom tirx import _native\n"
        "tables = _native.function('tables_of')\n"
        "print(json.dumps([list(map(str, tables(name))) for name in ('cuda', 'opencl', 'sample')]))",
    )
    assert done.returncode == 0, done.stderr
    cuda, opencl, sample = map(set, json.loads(done.stdout))
    assert {"detectors", "intrinsics", "namespaces", "tags", "toolchains"} <= cuda
    assert cuda | opencl <= sample
