# SPDX-License-Identifier: Apache-2.0
"""examples/export is built as its Makefile says and run: on OpenCL for results, on the fake CUDA driver for
launches, on a GPU where there is one."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import tirx
from fake_driver import run_with_fake_driver

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / "examples/export"


def make(folder, build_dir, tirx_cli, target):
    settings = {"TIRX": tirx_cli, "RUNTIME": build_dir / "lib", "TARGET": target, "PYTHON": sys.executable}
    command = ["make", "-f", FOLDER / "Makefile", *(f"{key}={value}" for key, value in settings.items())]
    done = subprocess.run(list(map(str, command)), cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "warning" not in done.stderr, done.stderr
    return folder


@pytest.fixture(scope="module")
def for_cuda(tmp_path_factory, build_dir, tirx_cli):
    target = "--target cuda --arch sm_90a"
    return make(tmp_path_factory.mktemp("cuda"), build_dir, tirx_cli, target)


@pytest.fixture(scope="module")
def for_opencl(tmp_path_factory, for_cuda, build_dir, tirx_cli):
    try:
        tirx.target.detect_target_from_device("opencl")
    except tirx.DiagnosticError as error:
        pytest.skip(f"no OpenCL device: {error}")
    folder = tmp_path_factory.mktemp("opencl")
    shutil.copy(for_cuda / "part_of_program.o", folder)  # the same, and the slowest step
    return make(folder, build_dir, tirx_cli, "--target opencl")


PROGRAMS = [["./part_of_program"], ["./plain_c", "./saxpy.so"]]


def run(folder, *command, **environment):
    done = subprocess.run(
        command, cwd=folder, env={**os.environ, **environment}, capture_output=True, text=True, check=False
    )
    return done.returncode, done.stdout, done.stderr


@pytest.mark.parametrize("program", PROGRAMS, ids=["part_of_program", "plain_c"])
class TestPrograms:
    def test_give_results_on_opencl(self, program, for_opencl, tmp_path):
        # PoCL's plain loops: tests/backends/opencl/test_opencl.py says why.
        settings = {"POCL_CACHE_DIR": str(tmp_path), "POCL_WORK_GROUP_METHOD": "loops"}
        assert run(for_opencl, *program, "opencl", **settings) == (0, "1000 values are right\n", "")

    def test_launch_on_the_fake_driver(self, program, for_cuda, build_dir):
        # The fake runs no kernels: the program sees that nothing was computed, and says so.
        command = ["sh", "-c", f'cd "{for_cuda}"; {" ".join(program)} cuda || true']
        launch, verdict = run_with_fake_driver(build_dir, command, "arguments=8:8:4:4")
        assert " grid=(4,1,1) block=(256,1,1) shared=0 " in launch
        assert verdict == "y[0] is 1" or verdict == "y[1] is 1"

    def test_say_what_is_missing(self, program, for_cuda, tmp_path):
        (tmp_path / "libcuda.so.1").write_text("no driver")
        code, out, error = run(for_cuda, *program, "cuda", LD_LIBRARY_PATH=str(tmp_path))
        assert (code, out) == (1, "")
        assert "there is no cuda device" in error

    @pytest.mark.gpu
    def test_give_results_on_a_gpu(self, program, for_cuda):
        assert run(for_cuda, *program, "cuda") == (0, "1000 values are right\n", "")


def test_the_unused_part_stays_out_of_a_program(for_cuda):
    """Without a reason, a linker leaves out what nobody refers to; the documentation gives two."""
    link = ["gcc", "-o", "probe", "probe.c", "-L.", "-Wl,--unresolved-symbols=ignore-all"]
    (for_cuda / "probe.c").write_text("int main(void) { return 0; }")
    for extra, inside in [
        (["-lsaxpy"], False),
        (["-Wl,-u,tirx_system_library_saxpy_", "-lsaxpy"], True),
        (["-Wl,--whole-archive", "-lsaxpy", "-Wl,--no-whole-archive"], True),
    ]:
        code, _, error = run(for_cuda, *link, *extra)
        assert code == 0, error
        assert (b"saxpy(X: Tensor" in (for_cuda / "probe").read_bytes()) is inside


def test_parts_of_one_program_are_told_apart_by_their_prefix(tmp_path):
    """Two parts in one shared library, as a Python extension would carry them."""
    for factor in (2, 3):
        text = f"""
from tirx import script as T
@T.function
def times(x: T.int64) -> T.int64:
    return x * {factor}
"""
        exe = tirx.compile(tirx.parse(text), arch="sm_90a")
        exe.export_library(tmp_path / f"{factor}.o", system_library=True, prefix=f"by{factor}_")
    code, _, error = run(tmp_path, "gcc", "-shared", "-o", "both.so", "2.o", "3.o", "-lm")
    assert code == 0, error
    program = f"""
import ctypes, tvm_ffi
ctypes.CDLL({str(tmp_path / "both.so")!r})
print([tvm_ffi.system_lib(f"by{{factor}}_")["times"](7) for factor in (2, 3)])
"""
    assert run(tmp_path, sys.executable, "-c", program) == (0, "[14, 21]\n", "")
