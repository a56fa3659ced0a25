# SPDX-License-Identifier: Apache-2.0
"""The `nvidia-*` wheels alone compile for CUDA: the machine's own toolkit is hidden behind an empty mount."""

import hashlib
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
REQUIREMENTS = ROOT / "requirements-cuda.txt"
KERNEL = str(ROOT / "examples/scale.py")


def toolkit_folders():
    """The real folders of every toolkit that the search could find outside the wheels."""
    nvcc = shutil.which("nvcc")
    folders = [os.environ.get("CUDA_HOME"), os.environ.get("CUDA_PATH"), "/usr/local/cuda"]
    folders.append(Path(nvcc).resolve().parents[1] if nvcc else None)
    return sorted({str(Path(folder).resolve()) for folder in folders if folder and Path(folder).is_dir()})


def hide(folders):
    """The head of a command that runs the rest of it with empty file systems over the folders."""
    mounts = "".join(f"mount -t tmpfs none '{folder}' && " for folder in folders)
    return ["unshare", "--mount", "--propagation", "private", "sh", "-c", f'{mounts}exec "$@"', "sh"]


@pytest.fixture(scope="session")
def site():
    """A site-packages folder with the pinned CUDA wheels: the set-up's own, or one made for this test."""
    own = Path(sys.prefix) / "lib" / f"python3.{sys.version_info.minor}" / "site-packages"
    if (own / "nvidia/cu13/bin/nvcc").exists():
        return own
    folder = ROOT / "build/cuda-wheels"
    stamp, wanted = folder / "requirements.sha256", hashlib.sha256(REQUIREMENTS.read_bytes()).hexdigest()
    if not stamp.exists() or stamp.read_text() != wanted:
        shutil.rmtree(folder, ignore_errors=True)
        command = [sys.executable, "-m", "pip", "install", "--quiet", "--target", str(folder)]
        if os.environ.get("TIRX_WHEELS"):
            command += ["--no-index", "--find-links", os.environ["TIRX_WHEELS"]]
        subprocess.run([*command, "-r", str(REQUIREMENTS)], check=True)
        stamp.write_text(wanted)
    return folder


@pytest.fixture(scope="session")
def tirx(site, tirx_cli):
    """Runs the tool where only the wheels can be found, and says what it printed."""
    prefix = hide(toolkit_folders())
    if subprocess.run([*prefix, "true"], capture_output=True, check=False).returncode != 0:
        pytest.skip("mounting over the toolkit is not permitted here")
    environment = {"PATH": "/usr/bin:/bin", "HOME": "/proc/none", "TIRX_PYTHON_SITE": str(site)}

    def run(*arguments, **variables):
        command = [*prefix, tirx_cli, *arguments]
        return subprocess.run(
            command, env=environment | variables, capture_output=True, text=True, check=False
        )

    return run


@pytest.mark.skipif(not toolkit_folders(), reason="there is no toolkit to hide on this machine")
def test_the_toolkit_is_hidden(tirx, tmp_path):
    done = tirx("compile", KERNEL, "--arch", "sm_90a", "-o", str(tmp_path / "k.cubin"), TIRX_PYTHON_SITE="")
    assert done.returncode == 1, done.stdout
    assert "NVRTC" in done.stderr


@pytest.mark.parametrize("compiler, form", [("nvrtc", "cubin"), ("nvrtc", "ptx"), ("nvcc", "fatbin")])
def test_wheels_compile(tirx, tmp_path, compiler, form):
    output = tmp_path / f"k.{form}"
    done = tirx("compile", KERNEL, "--arch", "sm_90a", "--compiler", compiler, "-o", str(output))
    assert done.returncode == 0, done.stderr
    magic = {"cubin": b"\x7fELF", "ptx": b"//", "fatbin": b"\x50\xed\x55\xba"}[form]
    assert output.read_bytes().startswith(magic)
