# SPDX-License-Identifier: Apache-2.0
"""Backends whose registration is plain Python, as a stranger meets them: installed packages in a process of
their own. `examples/backends/python` has something of every kind."""

import shutil
import subprocess

import pytest
import tomllib
from stranger import ROOT, describe, output, python, run

EXAMPLE = ROOT / "examples/backends/python"

KERNEL = """
import numpy as np
import tirx
from tirx import script as T

@T.function
def f(A: T.Tensor((64,), "float32"), k: T.float32, n: T.int32):
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=2, block=32)):
        i = T.gpu.block_idx("x") * 32 + T.acme.thread_idx("x")
        if i < n:
            A[i] = T.acme.scale(T.acme.average(A[i], k), 3) + T.float32(T.acme.linear_thread())

def expected(a, k, n):
    i = np.arange(64)
    return np.where(i < n, (a * np.float32(0.5) + np.float32(k / 2)) * 3 + i % 32, a).astype("float32")

def run(executable):
    a = np.arange(64, dtype="float32")
    want = expected(a, 2.0, 60)
    executable(a, 2.0, 60)
    assert (a == want).all(), a
"""


@pytest.fixture(scope="session")
def site(tmp_path_factory):
    """The example as installed."""
    folder = tmp_path_factory.mktemp("site")
    shutil.copytree(EXAMPLE / "tirx_acme", folder / "tirx_acme")
    project = tomllib.loads((EXAMPLE / "pyproject.toml").read_text())["project"]
    (hook,) = project["entry-points"]["tirx.backends"].values()
    describe(folder, "acme", hook, project["version"])
    return folder


# ---- the example


def test_it_is_loaded_with_tirx(site):
    assert output("import tirx; print(tirx.Target('acme/desk').arch)", site) == "v2\n"


def test_it_is_loaded_by_its_name(site):
    text = (
        "import tirx\nassert not tirx.backend.is_loaded('acme')\ntirx.backend.load('acme')\n"
        "tirx.backend.load('acme')\nprint(tirx.backend.is_loaded('acme'), tirx.acme.__doc__)"
    )
    stated = output(text, site, TIRX_DEVICE_BACKEND_AUTOLOAD="0")
    assert stated == "True A machine that runs C, one thread after another.\n"


def test_text_of_a_kernel(site):
    text = output(KERNEL + "print(tirx.generate_source(f, target='acme'))", site)
    assert "void f_kernel(float* restrict A_ptr, int n, float k) {" in text
    assert "acme_blend(A_ptr[i], k, 50) * 3.0f + (float)acme_linear_thread()" in text


def test_the_simulator_runs_it(site):
    output(KERNEL + "run(tirx.compile(f, target='acme', executor='simulator'))", site)


@pytest.mark.skipif(shutil.which("cc") is None, reason="the example's toolchain is the host's C compiler")
def test_its_own_machine_runs_it(site, tmp_path):
    text = (
        "executable = tirx.compile(f, target='acme/desk')\nrun(executable)\n"
        f"executable.save({str(tmp_path / 'f.tirx')!r})\nrun(tirx.load({str(tmp_path / 'f.tirx')!r}))\n"
    )
    output(KERNEL + text, site)


@pytest.mark.skipif(shutil.which("cc") is None, reason="the example's toolchain is the host's C compiler")
def test_a_module_that_was_kept_as_text_is_compiled_at_its_first_launch(site):
    text = KERNEL + "run(tirx.compile(f, target='acme/desk'))\n"
    output(text, site, TIRX_COMPILE_FORCE_FALLBACK="1")


@pytest.mark.skipif(shutil.which("cc") is None, reason="the example's toolchain is the host's C compiler")
def test_other_views_of_its_binaries(site):
    text = (
        "executable = tirx.compile(f, target='acme/desk')\nprint(executable.inspect_source('size'))\n"
        "print(tirx.side_by_side(f, 'c', target='acme/desk'))\n"
        "for show in (lambda: executable.inspect_source('weight'),\n"
        "             lambda: tirx.side_by_side(f, 'ptx', target='acme/desk')):\n"
        "    try:\n        show()\n    except tirx.DiagnosticError as error:\n        print(error)\n"
    )
    size, *listed = output(KERNEL + text, site).splitlines()
    assert size.endswith(" bytes of so")
    (row,) = [line for line in listed if "acme_blend(A_ptr[i]" in line]
    assert "T.acme.scale(T.acme.average" in row.partition(" | ")[0]
    assert (
        "cannot show weight of a so image" in listed[-2] and "cannot show ptx of a acme image" in listed[-1]
    )


@pytest.mark.skipif(shutil.which("cc") is None, reason="the example's toolchain is the host's C compiler")
@pytest.mark.parametrize("form", ["c", "so"])
def test_it_takes_kernels_from_elsewhere(site, tmp_path, form):
    source = tmp_path / "twice.c"
    source.write_text("void twice(float* a) { a[0] *= 2; }\n")
    if form == "so":
        subprocess.run(["cc", "-shared", "-fPIC", "-o", tmp_path / "twice.so", source], check=True)
    text = f"""
import numpy as np
import tirx
from tirx import script as T

@T.function
def f(A: T.Tensor((1,), "float32")):
    T.call_kernel({str(tmp_path / ("twice." + form))!r}, "twice", T.gpu.LaunchConfig(grid=1, block=1), A)

a = np.full(1, 3, "float32")
tirx.compile(f, target="acme/desk", executor="device")(a)
print(a[0])
"""
    assert output(text, site) == "6.0\n"


def test_its_pass_changes_the_program(site):
    text = KERNEL.replace("T.acme.average(A[i], k)", "T.acme.blend(A[i], k, 100)")
    assert "acme_blend(" not in output(text + "print(tirx.generate_source(f, target='acme'))", site)


def test_its_pass_refuses_with_the_place(site):
    text = KERNEL.replace("        if i < n", "        T.gpu.sync()\n        if i < n")
    done = python(text + "tirx.generate_source(f, target='acme')", site)
    assert "main.py:10:9: error: backend `acme`, pass `acme-refuse-meetings`:" in done.stderr
    assert "`T.gpu.sync` waits for others [BackendRefused]" in done.stderr
    assert "T.gpu.sync()\n" in done.stderr and "Refusal" not in done.stderr


def test_its_function_refuses_at_the_call(site):
    text = KERNEL.replace("(A[i], k), 3)", "(A[i], k), 0)")
    done = python(text, site)
    assert "main.py:11:20: error: backend `acme`, the function `T.acme.scale`: a factor of 0" in done.stderr


@pytest.mark.parametrize(
    "call, says",
    [
        ("T.acme.scale()", "T.acme.scale"),
        ("T.acme.scale(k, 1, 2)", "`T.acme.scale` takes 2 positional arguments"),
        ("T.acme.scale(k, facto=2)", "did you mean `factor`"),
        ("T.acme.scales(k)", "`T.acme` has no member `scales`"),
    ],
)
def test_what_is_said_of_a_wrong_call(site, call, says):
    done = python(KERNEL.replace("T.acme.average(A[i], k)", call), site)
    assert done.returncode == 1 and says in done.stderr
    assert "Traceback" not in done.stderr.partition("error: ")[2]


def test_its_target_and_configuration(site):
    text = (
        "import tirx\n"
        "def said(action):\n"
        "    try: return action()\n"
        "    except ValueError as error: return error\n"
        "print(tirx.target.detect_target_from_device('acme').arch)\n"
        "print(said(lambda: tirx.target.detect_target_from_device('acme:1')))\n"
        "print(said(lambda: tirx.Target('acme:v3')))\n"
        "copy = tirx.backend.config.copy_backend_config\n"
        "print(copy({'acme': {'optimize': 3}}))\n"
        "print(said(lambda: copy({'acme': {'optimize': 7}})))\n"
    )
    lines = output(text, site).splitlines()
    assert lines[0] == "v2"
    assert "backend `acme`, the detector of `acme`: the host is device 0 [BackendRefused]" in lines[1]
    assert "the check of target kind `acme`: there is no architecture 'v3'; there are v1, v2" in lines[2]
    assert lines[3] == "{'acme': {'optimize': 3}}"
    assert "backend configuration of `acme`: 'optimize' is 0 to 3, not 7 [BadBackendConfig]" in lines[4]


def test_names_have_documentation(site):
    text = output("from tirx import script as T\nhelp(T.acme.scale)\nhelp(T.acme.blend)", site)
    assert "T.acme.scale(value, factor=)" in text and "no multiplication for a factor of 1" in text
    assert "T.acme.blend(a, b, percent=50)" in text


def test_what_a_built_in_backend_registers_can_be_registered_in_python(site):
    text = (
        "import tirx\nfrom tirx import _native\ntables = _native.function('tables_of')\n"
        "for name in ('cuda', 'opencl', 'acme'): print(*map(str, tables(name)))"
    )
    cuda, opencl, acme = (set(line.split()) for line in output(text, site).splitlines())
    assert {"detectors", "intrinsics", "namespaces", "tags", "toolchains"} <= cuda
    assert cuda | opencl <= acme


# ---- the command line


def test_the_tool_in_python_lists_it_with_its_origin(site):
    origin = f"acme (package tirx_acme 0.1, {site}/tirx_acme/__init__.py)"
    for what, line in [
        ("targets", "  acme "),
        ("tags", "  acme/desk "),
        ("namespaces", "  acme "),
        ("passes", "  acme-fold-blends "),
        ("pipelines", "  acme "),
        ("intrinsics", "  acme.blend(a, b, percent=50) "),
        ("intrinsics", "  acme.scale(value, factor=) "),
        ("backends", "  acme "),
    ]:
        done = run(["-m", "tirx", "list", what, "--by", "backend"], site)
        assert done.returncode == 0, done.stderr
        _, found, rows = done.stdout.partition(origin + "\n")
        assert found and line in rows, done.stdout


def test_the_tool_in_python_checks_kernels_that_use_it(site, tmp_path):
    (tmp_path / "kernel.py").write_text(
        'from tirx import script as T\n\n@T.function\ndef f(A: T.Tensor((64,), "float32")):\n'
        "    with T.device_entry(launch=T.gpu.LaunchConfig(grid=1, block=64)):\n"
        '        i = T.gpu.thread_idx("x")\n        A[i + 1] = T.acme.scale(A[i], 3)\n'
    )
    done = run(["-m", "tirx", "check", tmp_path / "kernel.py", "--run"], site)
    assert done.returncode == 1
    assert "kernel.py:7" in done.stdout + done.stderr and "A[64]" in done.stdout + done.stderr
    (tmp_path / "kernel.py").write_text((tmp_path / "kernel.py").read_text().replace("i + 1", "i"))
    done = run(["-m", "tirx", "check", tmp_path / "kernel.py", "--run"], site)
    assert done.returncode == 0, done.stdout + done.stderr
    shown = run(["-m", "tirx", "lower", tmp_path / "kernel.py", "--target", "acme", "--show", "source"], site)
    assert "A_ptr[i] * 3.0f" in shown.stdout, shown.stderr


def test_the_tool_alone_says_what_is_missing(site, tmp_path, tirx_cli):
    done = subprocess.run([tirx_cli, "list", "targets"], check=True, capture_output=True, text=True)
    assert "\nacme " not in done.stdout
    assert run(["-m", "tirx", "list", "nonesuch"], site).returncode == 2


def test_the_command_of_a_wheel_is_the_tool_in_python(site):
    listed = run([ROOT / "python/tirx_command.py", "list", "targets"], site)
    assert "\nacme " in listed.stdout, listed.stderr
