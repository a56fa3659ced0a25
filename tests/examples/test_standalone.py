# SPDX-License-Identifier: Apache-2.0
"""examples/standalone builds as its README says and runs."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests/python"))
from cuda_host_lib import cuda_include  # noqa: E402
from fake_driver import run_with_fake_driver  # noqa: E402


def _run(*command):
    done = subprocess.run([str(part) for part in command], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout.strip()


@pytest.fixture(scope="module")
def standalone(tirx_cli, tmp_path_factory):
    folder = tmp_path_factory.mktemp("standalone")
    if shutil.which("cmake") is None:
        pytest.skip("cmake is not here")
    _run(
        *("cmake", "-S", ROOT / "examples/standalone", "-B", folder, f"-DTIRX={tirx_cli}"),
        f"-DCUDAToolkit_ROOT={Path(cuda_include()).parent}",
        "-Dtvm_ffi_DIR=" + _run(sys.executable, "-m", "tvm_ffi.config", "--cmakedir"),
        f"-DPython_EXECUTABLE={sys.executable}",
    )
    _run("cmake", "--build", folder)
    return folder / "standalone"


def test_the_kernel_is_launched(standalone, build_dir):
    """By a fake driver, which runs no kernels: y stays as it was."""
    script = f"{standalone}; test $? = 1"
    assert run_with_fake_driver(build_dir, ["sh", "-c", script]) == ["y[0] = 1, y[999] = 1 (expected 7)"]


@pytest.mark.gpu
def test_the_kernel_runs(standalone):
    assert _run(standalone) == "y[0] = 7, y[999] = 7 (expected 7)"
