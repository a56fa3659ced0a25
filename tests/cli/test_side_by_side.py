# SPDX-License-Identifier: Apache-2.0
"""`tirx lower --show ptx` and `--show sass`: the script beside what a device compiler makes of it."""

import subprocess

import pytest
import tirx

SCRIPT = """\
from tirx import script as T


@T.function
def scale(A: T.Tensor(("n",), "float32"), s: T.float32):
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=(A.shape[0] + 255) // 256, block=256)):
        i = T.gpu.block_idx("x") * 256 + T.gpu.thread_idx("x")
        if i < A.shape[0]:
            A[i] = A[i] * s
"""
PRODUCT_LINE = "   9              A[i] = A[i] * s"


@pytest.fixture
def script(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "scale.py").write_text(SCRIPT)
    return "scale.py"


def columns(text):
    rows = (row.partition(" |") for row in text.splitlines())
    return [(left.rstrip(), right.strip()) for left, _, right in rows]


def code_of(rows, left):
    """What stands on the right of a line of the script, up to the next one, wherever it stands."""
    code, inside = "", False
    for row in rows:
        inside = row[0] == left if row[0] else inside
        code += row[1] + "\n" if inside else ""
    return code


@pytest.mark.parametrize("compiler", ["nvrtc", "nvcc"])
def test_ptx(script, tirx_cli, compiler):
    command = [tirx_cli, "lower", script, "--arch", "sm_90a", "--compiler", compiler, "--show", "ptx"]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    rows = columns(done.stdout)
    assert ("", ".entry scale_kernel") in rows
    assert ("scale.py:", "") in rows
    assert "mul." in code_of(rows, PRODUCT_LINE)
    assert "%ctaid.x" not in code_of(rows, PRODUCT_LINE)
    assert len({row.index(" |") for row in done.stdout.splitlines()}) == 1


def test_sass(script, tirx_cli):
    command = [tirx_cli, "lower", script, "--arch", "sm_90a", "--show", "sass"]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    rows = columns(done.stdout)
    assert ("", "scale_kernel") in rows
    assert "FMUL" in code_of(rows, PRODUCT_LINE)


def test_from_python():
    module = tirx.parse(SCRIPT)
    text = tirx.side_by_side(module, arch="sm_90a")
    assert PRODUCT_LINE in text
    assert "<string>:" in text
    with pytest.raises(tirx.DiagnosticError, match="cannot show spirv of a cuda image"):
        tirx.side_by_side(module, "spirv", arch="sm_90a")
    with pytest.raises(tirx.DiagnosticError, match="cannot show ptx of a opencl image"):
        tirx.side_by_side(module, target="opencl")


def test_without_an_architecture(script, tirx_cli):
    command = [tirx_cli, "lower", script, "--show", "ptx"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert "arch" in done.stderr


def test_a_failing_compile_shows_the_script(tmp_path, tirx_cli):
    path = tmp_path / "broken.py"
    call = 'A[i] = T.cuda.func_call("f", s, source_code="__device__ int other;", return_type="float32")'
    path.write_text(SCRIPT.replace("A[i] = A[i] * s", call))
    command = [tirx_cli, "compile", path, "--arch", "sm_90a", "-o", tmp_path / "out.tirx"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert 'identifier "f" is undefined' in done.stderr
    assert f"{path}:9:" in done.stderr
    assert "it was generated for this" in done.stderr
