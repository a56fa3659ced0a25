# SPDX-License-Identifier: Apache-2.0
"""Makes wheels of tirx: the backend that pyproject.toml names to pip (PEP 517). Settings: docs/installing.md.

A wheel is the Python package with CMake's install tree (bin, include, lib) in its folder, and the command
`tirx`.
Equal inputs give equal bytes. Standard library only.
"""

import base64
import hashlib
import os
import shutil
import subprocess
import sys
import sysconfig
import tarfile
import tempfile
import zipfile
from pathlib import Path

try:
    import tomllib
except ModuleNotFoundError:  # Python 3.10; pyproject.toml asks for the package there
    import tomli as tomllib

ROOT = Path(__file__).resolve().parent.parent
OWN_BUILD = ROOT / "build/wheel"
SETTINGS = ("build-dir", "runtime-only")
EPOCH = (1980, 1, 1, 0, 0, 0)  # zip's first


def get_requires_for_build_wheel(config_settings=None):
    if _settings(config_settings)["build-dir"]:
        return []
    return [tool for tool in ("cmake", "ninja") if shutil.which(tool) is None]


def prepare_metadata_for_build_wheel(metadata_directory, config_settings=None):
    runtime_only = _settings(config_settings)["runtime-only"]
    name = _dist_info(runtime_only)
    _write_metadata(Path(metadata_directory) / name, runtime_only)
    return name


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    settings = _settings(config_settings)
    runtime_only = settings["runtime-only"]
    build = settings["build-dir"] or _build(runtime_only)
    with tempfile.TemporaryDirectory() as folder:
        tree = Path(folder)
        package, dist_info = tree / "tirx", _dist_info(runtime_only)
        shutil.copytree(ROOT / "python/tirx", package, ignore=shutil.ignore_patterns("__pycache__"))
        for component in ["runtime", "development"] + ["compiler"] * (not runtime_only):
            _run("cmake", "--install", build, "--prefix", package, "--strip", "--component", component)
        if not runtime_only:
            _write_command(tree / f"tirx-{_version(runtime_only)}.data/scripts/tirx")
        _write_metadata(tree / dist_info, runtime_only)
        _write_record(tree, f"{dist_info}/RECORD")
        name = f"tirx-{_version(runtime_only)}-{_tag()}.whl"
        return _renamed(Path(wheel_directory) / name, lambda path: _zip(tree, path))


def build_sdist(sdist_directory, config_settings=None):
    stem = f"tirx-{_project()['version']}"
    listed = _run("git", "-C", ROOT, "ls-files", "-z", output=True)
    files = sorted(name for name in listed.split("\0") if name and (ROOT / name).is_file())

    def pack(path):
        with tempfile.TemporaryDirectory() as folder, tarfile.open(path, "w:gz") as archive:
            _write_metadata(Path(folder), False)
            archive.add(Path(folder) / "METADATA", f"{stem}/PKG-INFO")
            for name in files:
                archive.add(ROOT / name, f"{stem}/{name}")

    return _renamed(Path(sdist_directory) / f"{stem}.tar.gz", pack)


def _settings(given):
    """What pip was given as `--config-settings NAME=VALUE`."""
    settings = dict(given or {})
    for name in settings:
        if name not in SETTINGS:
            sys.exit(f"tirx has no build setting `{name}`; there are: {', '.join(SETTINGS)}")
    runtime_only = settings.get("runtime-only", "false")
    if runtime_only not in ("true", "false"):
        sys.exit(f"the build setting runtime-only is `{runtime_only}`; it must be true or false")
    return {"build-dir": settings.get("build-dir"), "runtime-only": runtime_only == "true"}


def _build(runtime_only):
    """Builds the libraries and the tool in a folder of their own, with the tvm-ffi of this interpreter."""
    generator = ["-G", "Ninja"] if shutil.which("ninja") else []
    _run(
        *("cmake", "-S", ROOT, "-B", OWN_BUILD, *generator, "-DCMAKE_BUILD_TYPE=Release"),
        *("-DTIRX_BUILD_TESTS=OFF", f"-DPython3_EXECUTABLE={sys.executable}"),
    )
    targets = ["tirx_runtime"] if runtime_only else ["tirx_runtime", "tirx", "tirx_cli"]
    jobs = os.environ.get("TIRX_JOBS") or str(os.cpu_count() or 1)
    _run("cmake", "--build", OWN_BUILD, "--parallel", jobs, "--target", *targets)
    return OWN_BUILD


def _run(*command, output=False):
    command = [str(part) for part in command]
    done = subprocess.run(command, check=False, text=True, stdout=subprocess.PIPE if output else None)
    if done.returncode != 0:
        sys.exit(f"failed: {' '.join(command)}")
    return done.stdout


def _project():
    return tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]


def _version(runtime_only):
    """A wheel without the compiler says so in its local version."""
    return _project()["version"] + ("+runtime" if runtime_only else "")


def _dist_info(runtime_only):
    return f"tirx-{_version(runtime_only)}.dist-info"


def _tag():
    """Any Python 3: the package reaches the libraries through tvm-ffi and ctypes."""
    return "py3-none-" + sysconfig.get_platform().replace("-", "_").replace(".", "_")


def _write_metadata(folder, runtime_only):
    project = _project()
    folder.mkdir(parents=True, exist_ok=True)
    lines = [
        "Metadata-Version: 2.1",
        "Name: tirx",
        f"Version: {_version(runtime_only)}",
        f"Summary: {project['description']}",
        f"License: {project['license']['text']}",
        f"Requires-Python: {project['requires-python']}",
        *(f"Requires-Dist: {requirement}" for requirement in project["dependencies"]),
        "Description-Content-Type: text/markdown",
        "",
        (ROOT / "README.md").read_text(encoding="utf-8"),
    ]
    (folder / "METADATA").write_text("\n".join(lines), encoding="utf-8")
    wheel = f"Wheel-Version: 1.0\nGenerator: tirx\nRoot-Is-Purelib: false\nTag: {_tag()}\n"
    (folder / "WHEEL").write_text(wheel, encoding="utf-8")
    shutil.copy(ROOT / "LICENSE", folder / "LICENSE")


def _write_command(path):
    """The command, with the first line that installers replace by their interpreter."""
    path.parent.mkdir(parents=True)
    path.write_text("#!python\n" + (ROOT / "python/tirx_command.py").read_text(encoding="utf-8"))
    path.chmod(0o755)


def _files(tree):
    return sorted(path for path in tree.rglob("*") if path.is_file())


def _write_record(tree, name):
    lines = []
    for path in _files(tree):
        content = path.read_bytes()
        digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
        lines.append(f"{path.relative_to(tree).as_posix()},sha256={digest},{len(content)}\n")
    (tree / name).write_text("".join(lines) + f"{name},,\n", encoding="utf-8")


def _zip(tree, path):
    with zipfile.ZipFile(path, "w") as archive:
        for file in _files(tree):
            entry = zipfile.ZipInfo(file.relative_to(tree).as_posix(), EPOCH)
            entry.external_attr = (0o100755 if os.access(file, os.X_OK) else 0o100644) << 16
            archive.writestr(entry, file.read_bytes(), zipfile.ZIP_DEFLATED)


def _renamed(path, write):
    """Has the file written under another name beside it; gives its name."""
    path.parent.mkdir(parents=True, exist_ok=True)
    unfinished = path.with_name(path.name + ".unfinished")
    write(unfinished)
    unfinished.replace(path)
    return path.name
