# SPDX-License-Identifier: Apache-2.0
"""Makes install trees, wheels and environments out of a build, and runs processes that know no other tirx."""

import subprocess
import sys
from pathlib import Path

import tvm_ffi

ROOT = Path(__file__).resolve().parents[2]
SITE = Path(tvm_ffi.__file__).parents[1]
# What wheels of tirx depend on; linked, so that nothing is downloaded.
DEPENDENCIES = ["tvm_ffi", "typing_extensions.py", "numpy", "numpy.libs", "ml_dtypes"]


def run(*command, cwd="/", **variables):
    """A process that knows nothing of this tree; it must succeed unless `fails`."""
    fails = variables.pop("fails", False)
    environment = {"PATH": "/usr/local/bin:/usr/bin:/bin", "HOME": "/proc/none", "LC_ALL": "C.UTF-8"}
    done = subprocess.run(
        [str(part) for part in command],
        check=False,
        cwd=cwd,
        env=environment | {name: str(value) for name, value in variables.items()},
        capture_output=True,
        text=True,
    )
    assert (done.returncode != 0) == fails, f"{command}\n{done.stdout}\n{done.stderr}"
    return done


def install(build, prefix, *components):
    for component in components:
        run("cmake", "--install", build, "--prefix", prefix, "--component", component)


def build_project(source, build, prefix, **options):
    """Configures and builds a CMake project against the tirx in `prefix`."""
    found = [f"-DCMAKE_PREFIX_PATH={prefix}", *(f"-D{name}={value}" for name, value in options.items())]
    run("cmake", "-S", source, "-B", build, "-G", "Ninja", *found)
    run("cmake", "--build", build)
    return build


def make_wheel(build_dir, folder, *settings):
    options = [f"--config-settings={setting}" for setting in (f"build-dir={build_dir}", *settings)]
    offline = ["--no-deps", "--no-index", "--no-build-isolation"]
    run(sys.executable, "-m", "pip", "wheel", *offline, *options, "-w", folder, ROOT)
    (wheel,) = Path(folder).glob("*.whl")
    return wheel


def make_environment(folder, *wheels):
    """A virtual environment with these wheels; gives its interpreter."""
    run(sys.executable, "-m", "venv", "--without-pip", folder)
    python = folder / "bin/python"
    run(sys.executable, "-m", "pip", "--python", python, "install", "--no-deps", "--no-index", *wheels)
    site = site_of(python)
    for name in DEPENDENCIES:
        if (SITE / name).exists():
            (site / name).symlink_to(SITE / name)
    return python


def site_of(python):
    return Path(run(python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))").stdout.strip())
