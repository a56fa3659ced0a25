# SPDX-License-Identifier: Apache-2.0
"""`tirx run k.so`: an exported library, run as scripts are."""

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "python"))

from fake_driver import run_with_fake_driver  # noqa: E402

SCRIPT = """from tirx import script as T


@T.function
def shift(
    A: T.Tensor(("n", 4), "float32"), B: T.Tensor(("n + 1",), "int32"), by: T.float32, flag: T.bool
) -> T.int64:
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=A.shape[0], block=4)):
        i = T.gpu.block_idx("x")
        A[i, T.gpu.thread_idx("x")] += by
    return T.cast(B.shape[0], "int64")


@T.function
def nothing(p: T.handle):
    pass
"""

CPU = """from tirx import script as T


@T.function
def double(X: T.Tensor(("n",), "float32")):
    for i in T.parallel(X.shape[0]):
        X[i] = X[i] * 2.0
"""


@pytest.fixture(scope="module")
def tirx_run(tirx_cli):
    def run(*arguments):
        command = [tirx_cli, "run", *(str(a) for a in arguments)]
        return subprocess.run(command, check=False, capture_output=True, text=True)

    return run


def compiled(tirx_cli, folder, text, *options):
    script, library = folder / "k.py", folder / "k.so"
    script.write_text(text)
    subprocess.run([tirx_cli, "compile", script, "-o", library, *options], check=True, capture_output=True)
    return library


@pytest.fixture(scope="module")
def cuda_library(tirx_cli, tmp_path_factory):
    return compiled(tirx_cli, tmp_path_factory.mktemp("cuda"), SCRIPT, "--arch", "sm_90a")


@pytest.fixture(scope="module")
def cpu_library(tirx_cli, tmp_path_factory):
    return compiled(tirx_cli, tmp_path_factory.mktemp("cpu"), CPU, "--target", "cpu")


def test_code_of_the_processor(tirx_run, cpu_library, tmp_path):
    x = np.arange(5, dtype=np.float32)
    np.save(tmp_path / "x.npy", x)
    out = tmp_path / "out.npy"
    done = tirx_run(cpu_library, "--arg", f"X={tmp_path}/x.npy", "--out", f"X={out}")
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("double: on cpu\nran in ")
    assert "X float32 (5): changed" in done.stdout
    np.testing.assert_array_equal(np.load(out), x * 2)


def test_kernels_run_on_their_device(tirx_cli, build_dir, cuda_library):
    run = [
        tirx_cli,
        "run",
        cuda_library,
        "-f",
        "shift",
        "--arg",
        "n=3",
        "--arg",
        "by=2",
        "--arg",
        "flag=True",
    ]
    printed = run_with_fake_driver(build_dir, run, "capability=90 arguments=8:8:4")
    assert printed[0].startswith("shift: on ") and "(sm_90" in printed[0]
    assert printed[1].startswith("shift_kernel grid=(3,1,1) block=(4,1,1)")
    assert "copies included" in printed[2] and printed[3] == "returned 4"
    assert printed[4].startswith("A float32 (3, 4): unchanged") and printed[5].startswith("B int32 (4)")


def test_a_pointer_is_none(tirx_cli, build_dir, cuda_library):
    run = [tirx_cli, "run", cuda_library, "-f", "nothing", "--arg", "p=None"]
    assert run_with_fake_driver(build_dir, run, "capability=90")[0].startswith("nothing: on ")


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ([], "more than one function to run"),
        (["-f", "shiift"], "`shift`, `nothing`"),
        (["-f", "shift", "--arg", "m=3"], "it has A, n, B, by, flag"),
        (["-f", "shift", "--simulate"], "a library holds nothing for the simulator"),
        (["-f", "shift", "--trace", "thread=(0,0,0,0,0,0)"], "a library holds nothing for the simulator"),
    ],
)
def test_what_does_not_fit(tirx_run, cuda_library, options, message):
    done = tirx_run(cuda_library, *options)
    assert done.returncode == 1 and message in done.stderr, done.stderr


def test_without_a_device(tirx_run, cuda_library):
    if os.path.exists("/dev/nvidiactl"):
        pytest.skip("there is a device")
    done = tirx_run(cuda_library, "-f", "nothing", "--arg", "p=None")
    assert done.returncode == 1 and "DeviceProblem" in done.stderr, done.stderr


def test_files_that_are_no_library(tirx_run, tmp_path):
    missing = tirx_run(tmp_path / "none.so")
    assert missing.returncode == 1 and "no such file" in missing.stderr
    (tmp_path / "text.so").write_text("no library")
    broken = tirx_run(tmp_path / "text.so")
    assert broken.returncode == 1 and "CannotLoadLibrary" in broken.stderr
    subprocess.run(["cc", "-shared", "-x", "c", "/dev/null", "-o", tmp_path / "other.so"], check=True)
    other = tirx_run(tmp_path / "other.so")
    assert other.returncode == 1 and "tirx did not export it" in other.stderr, other.stderr
