# SPDX-License-Identifier: Apache-2.0
"""Backends of installed Python packages (entry-point group `tirx.backends`)."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import tomllib

ROOT = Path(__file__).resolve().parents[2]


def python(text, *folders, **environment):
    """A fresh interpreter that sees the packages in `folders`."""
    path = os.pathsep.join([*map(str, folders), os.environ["PYTHONPATH"]])
    return subprocess.run(
        [sys.executable, "-c", text],
        check=False,
        env={**os.environ, "PYTHONPATH": path, **environment},
        capture_output=True,
        text=True,
    )


def describe(folder, name, hook):
    """The metadata that an installer writes for a package with that function."""
    info = folder / f"{name}-1.0.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(f"[tirx.backends]\n{name} = {hook}\n")


def package(folder, name, body):
    (folder / f"{name}.py").write_text(body)
    describe(folder, name, f"{name}:hook")


@pytest.fixture
def installed(build_dir, tmp_path):
    """The example as installed: its package, the library beside, the entry point of its pyproject.toml."""
    source, folder = ROOT / "examples/backends/package", tmp_path / "site"
    shutil.copytree(source / "tirx_sample", folder / "tirx_sample")
    shutil.copy(build_dir / "tests/plugins/sample/libtirx_backend_sample.so", folder / "tirx_sample")
    project = tomllib.loads((source / "pyproject.toml").read_text())["project"]
    (hook,) = project["entry-points"]["tirx.backends"].values()
    describe(folder, "tirx_sample", hook)
    return folder


def test_the_example_is_loaded_with_tirx(installed):
    done = python("import tirx; print(tirx.Target('sample/small').arch)", installed)
    assert done.stdout == "v1\n", done.stderr
    assert done.stderr == ""


def test_it_stays_out_when_asked(installed):
    text = "import tirx; print(tirx.backend.is_loaded('sample'))"
    assert python(text, installed, TIRX_DEVICE_BACKEND_AUTOLOAD="0").stdout == "False\n"


def test_one_that_fails_warns_and_others_are_loaded(installed, tmp_path):
    package(tmp_path, "broken_board", "def hook():\n    raise OSError('no board')\n")
    text = "import tirx; print(tirx.backend.is_loaded('sample'), tirx.backend.is_loaded('cuda'))"
    done = python(text, tmp_path, installed)
    assert done.stdout == "True True\n", done.stderr
    assert "backend `broken_board` of package broken_board is left out: no board" in done.stderr


def test_two_packages_of_one_backend(installed, build_dir, tmp_path):
    library = build_dir / "tests/plugins/sample/libtirx_backend_sample.so"
    body = f"def hook():\n    import tirx\n    tirx.backend.load_library({str(library)!r})\n"
    package(tmp_path, "other_sample", body)
    done = python("import tirx", tmp_path, installed)
    assert done.returncode == 0
    assert "two backends are named `sample`" in done.stderr
    assert str(library) in done.stderr and str(installed) in done.stderr
