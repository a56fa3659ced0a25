# SPDX-License-Identifier: Apache-2.0
"""Installed packages as a stranger has them, and fresh interpreters that see them."""

import os
import subprocess
import sys
from pathlib import Path


ROOT = Path(__file__).resolve().parents[2]


def describe(folder, name, hook, version="1.0"):
    """The metadata that an installer writes for a package with that backend."""
    info = folder / f"tirx_{name}-{version}.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: tirx_{name}\nVersion: {version}\n")
    (info / "entry_points.txt").write_text(f"[tirx.backends]\n{name} = {hook}\n")


def package(folder, module, body, name=None):
    """A package of one module, whose backend has the module's name or another one."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / f"{module}.py").write_text(body)
    describe(folder, name or module, f"{module}:register")
    return folder


def run(arguments, *folders, **environment):
    """An interpreter that sees the packages in `folders`."""
    path = os.pathsep.join([*map(str, folders), os.environ["PYTHONPATH"]])
    return subprocess.run(
        [sys.executable, *map(str, arguments)],
        check=False,
        env={**os.environ, "PYTHONPATH": path, **environment},
        capture_output=True,
        text=True,
    )


def python(text, *folders, **environment):
    """Runs a program, from a file: kernels have their text read."""
    script = Path(folders[-1], "main.py")
    script.write_text(text)
    return run([script], *folders, **environment)


def output(text, *folders, **environment):
    """What a program prints that ends well and says nothing else."""
    done = python(text, *folders, **environment)
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    return done.stdout
