# SPDX-License-Identifier: Apache-2.0
"""Runs programs where a fake driver (tests/backends/cuda/driver/fake_driver.h) stands for CUDA's."""

import os
import subprocess


def run_with_fake_driver(build_dir, program, setup=""):
    """The lines that the program printed. `setup`: "devices=2 version=12040 fail=cuMemFreeAsync:1"."""
    folder = build_dir / "tests/fake_driver"
    paths = os.pathsep.join(filter(None, [str(folder), os.environ.get("LD_LIBRARY_PATH")]))
    environment = {**os.environ, "LD_LIBRARY_PATH": paths, "TIRX_FAKE_DRIVER": setup}
    done = subprocess.run(program, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout.splitlines()
