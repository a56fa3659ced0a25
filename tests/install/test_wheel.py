# SPDX-License-Identifier: Apache-2.0
"""Wheels: what is in them, and the package in an environment of its own, seen from elsewhere."""

import base64
import hashlib
import re
import shutil
import sys
import tarfile
import zipfile

import pytest
import tomllib
import wheel_backend
from trees import ROOT, SITE, build_project, run, site_of

SAXPY = ROOT / "examples/saxpy.py"

SIMULATE = """
import numpy as np, tirx
from tirx import script as T

@T.function
def double(A: T.Tensor((32,), "float32")):
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=1, block=32)):
        A[T.gpu.thread_idx("x")] = A[T.gpu.thread_idx("x")] * T.float32(2)

a = np.arange(32, dtype="float32")
tirx.compile(double, executor="simulator")(a)
assert (a == 2 * np.arange(32)).all() and tirx.backend.is_loaded("cuda")
print(tirx.__file__)
"""


def names(wheel):
    return set(zipfile.ZipFile(wheel).namelist())


def test_the_wheel_is_the_package_with_an_install_tree(wheel):
    assert re.fullmatch(r"tirx-0\.1\.0-py3-none-linux_\w+\.whl", wheel.name)
    found = names(wheel)
    assert {
        *("tirx/__init__.py", "tirx/script/__init__.pyi", "tirx/py.typed", "tirx/bin/tirx"),
        *(
            "tirx/lib/libtirx.so",
            "tirx/lib/libtirx_runtime.so",
            "tirx/lib/libtirx_command.so",
            "tirx/lib/cmake/tirx/tirxConfig.cmake",
        ),
        *("tirx/include/tirx/tirx.h", "tirx-0.1.0.data/scripts/tirx", "tirx-0.1.0.dist-info/LICENSE"),
    } <= found
    assert not [name for name in found if "tvm_ffi" in name or "__pycache__" in name or "/dlpack" in name]


def test_the_record_is_complete(wheel):
    with zipfile.ZipFile(wheel) as archive:
        recorded = archive.read("tirx-0.1.0.dist-info/RECORD").decode().splitlines()
        for line in recorded:
            name, digest, size = line.split(",")
            content = archive.read(name)
            if digest:
                sha256 = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).decode().rstrip("=")
                assert (digest, int(size)) == (f"sha256={sha256}", len(content))
    assert sorted(line.split(",")[0] for line in recorded) == sorted(names(wheel))


def test_equal_builds_make_equal_wheels(wheel, build_dir, tmp_path):
    name = wheel_backend.build_wheel(tmp_path, {"build-dir": build_dir})
    assert (tmp_path / name).read_bytes() == wheel.read_bytes()
    assert [path.name for path in tmp_path.iterdir()] == [name]


def test_the_version_is_one():
    version = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["version"]
    assert f'__version__ = "{version}"' in (ROOT / "python/tirx/__init__.py").read_text()
    assert f"project(tirx VERSION {version} " in (ROOT / "CMakeLists.txt").read_text()


def test_the_pinned_tvm_ffi_is_one():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    (pin,) = re.findall(r"^(apache-tvm-ffi==.*)$", (ROOT / "requirements.txt").read_text(), re.MULTILINE)
    assert pin in project["project"]["dependencies"] and pin in project["build-system"]["requires"]


def test_a_kernel_runs(python, tmp_path):
    (tmp_path / "kernel.py").write_text(SIMULATE)
    done = run(python, tmp_path / "kernel.py", cwd=tmp_path)
    assert done.stdout.strip() == str(site_of(python) / "tirx/__init__.py") and done.stderr == ""


def test_the_command_runs(python):
    run(python.with_name("tirx"), "check", SAXPY)
    wrong = run(python.with_name("tirx"), "check", ROOT / "tests/error/syntax.py", fails=True)
    assert "error:" in wrong.stderr


def test_the_command_finds_tvm_ffi_in_another_folder(wheel, tmp_path):
    """As where one of both is a user's own package."""
    run(sys.executable, "-m", "venv", "--without-pip", tmp_path / "venv")
    python = tmp_path / "venv/bin/python"
    zipfile.ZipFile(wheel).extractall(tmp_path / "own")
    (tmp_path / "own/tirx/bin/tirx").chmod(0o755)
    site = site_of(python)
    (site / "own.pth").write_text(f"{tmp_path / 'own'}\n{SITE}\n")
    (command,) = tmp_path.glob("own/*.data/scripts/tirx")
    assert "tirx 0.1.0" in run(python, command, "--version").stdout


def test_cmake_finds_the_wheel(python, tmp_path):
    """With the tvm-ffi beside it. The backend that is built so then comes in the example's package."""
    build_project(ROOT / "examples/backends/library", tmp_path / "library", site_of(python) / "tirx")
    shutil.copytree(ROOT / "examples/backends/package", tmp_path / "package")
    shutil.copy(tmp_path / "library/libtirx_backend_sample.so", tmp_path / "package/tirx_sample")
    install_package(python, tmp_path / "package")
    done = run(python, "-c", "import tirx; print(tirx.Target('sample/small').arch)", cwd=tmp_path)
    assert done.stdout == "v1\n" and done.stderr == ""


ACME = """
import numpy as np, tirx
from tirx import script as T

@T.function
def thrice(A: T.Tensor((32,), "float32")):
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=1, block=32)):
        i = T.acme.thread_idx("x")
        A[i] = T.acme.scale(A[i], 3)

for executor in ("simulator", "device"):
    a = np.arange(32, dtype="float32")
    tirx.compile(thrice, target="acme/desk", executor=executor)(a)
    assert (a == 3 * np.arange(32)).all()
"""


def test_a_backend_in_python_comes_in_a_package(python, tmp_path):
    shutil.copytree(ROOT / "examples/backends/python", tmp_path / "python")
    install_package(python, tmp_path / "python")
    (tmp_path / "kernel.py").write_text(ACME)
    run(python, tmp_path / "kernel.py", cwd=tmp_path)
    listed = run(python, "-m", "tirx", "list", "backends").stdout
    assert "acme" in listed and "sample" in listed


def install_package(python, source):
    offline = ["--no-deps", "--no-index", "--no-build-isolation"]
    run(sys.executable, "-m", "pip", "wheel", *offline, "-w", source / "wheels", source)
    (built,) = (source / "wheels").glob("*.whl")
    run(sys.executable, "-m", "pip", "--python", python, "install", "--no-deps", "--no-index", built)


@pytest.mark.parametrize(
    "settings, says",
    [
        ({"builddir": "build"}, "no build setting `builddir`; there are: build-dir, runtime-only"),
        ({"runtime-only": "ture"}, "the build setting runtime-only is `ture`; it must be true or false"),
        ({"build-dir": "/nonexistent"}, "failed: cmake --install /nonexistent "),
    ],
)
def test_wrong_settings_are_refused(settings, says, tmp_path):
    with pytest.raises(SystemExit, match=says):
        wheel_backend.build_wheel(tmp_path, settings)
    assert not list(tmp_path.iterdir())


def test_the_source_archive_has_what_a_build_needs(tmp_path):
    name = wheel_backend.build_sdist(tmp_path)
    with tarfile.open(tmp_path / name) as archive:
        found = set(archive.getnames())
    assert name == "tirx-0.1.0.tar.gz"
    wanted = ["PKG-INFO", "pyproject.toml", "CMakeLists.txt", "tools/wheel_backend.py", "src/ir/ops.def"]
    assert {f"tirx-0.1.0/{file}" for file in wanted} <= found
    assert not [file for file in found if file.startswith("tirx-0.1.0/build/")]
