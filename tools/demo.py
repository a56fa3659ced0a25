# SPDX-License-Identifier: Apache-2.0
"""What `./run demo` shows: examples/softmax.py compiled, run on the simulator and, if there is one, on a GPU."""

import importlib.util
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import numpy as np

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "python"))
sys.path.insert(0, str(ROOT / "tools"))

import tirx  # noqa: E402
from gpu_device import missing_device  # noqa: E402

TOOL = Path(os.environ.get("TIRX_BUILD_DIR", ROOT / "build/release")) / "bin/tirx"
ARCH = "sm_90a"
ROWS = 256
TOLERANCE = 1e-5  # relative; fast math is on by default


def load_example(name):
    spec = importlib.util.spec_from_file_location(name, ROOT / "examples" / f"{name}.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def reference(x):
    e = np.exp(x.astype(np.float64) - x.max(axis=1, keepdims=True))
    return e / e.sum(axis=1, keepdims=True)


def report(where, run, x, expected):
    """Runs once, prints error and time; returns whether the result is right."""
    start = time.perf_counter()
    y = run(x)
    seconds = time.perf_counter() - start
    error = np.abs(y / expected - 1).max()
    print(f"{where}: {1e3 * seconds:.1f} ms, largest error {error:.2e} against float64")
    return error < TOLERANCE


def simulate(kernel):
    exe = tirx.compile(kernel, executor="simulator")

    def run(x):
        y = np.full_like(x, np.nan)
        exe(x, y)
        return y

    return run


def run_on_gpu(x):
    """Through the command-line tool, which copies arrays to the device by itself: needs no array library."""
    with tempfile.TemporaryDirectory() as folder:
        np.save(f"{folder}/x.npy", x)
        command = [TOOL, "run", ROOT / "examples/softmax.py", "--arg", f"X={folder}/x.npy", "--out", f"Y={folder}/y.npy"]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        return np.load(f"{folder}/y.npy")


def main():
    start = time.perf_counter()
    module = load_example("softmax")
    elaborated = time.perf_counter() - start
    kernel, columns = module.softmax, module.COLS
    exe = tirx.compile(kernel, arch=ARCH)
    print(f"\nkernel: softmax over {ROWS} rows of {columns} float32 (examples/softmax.py)")
    print(exe.inspect_source("resources"), end="")
    times = {"script": 1e3 * elaborated, **exe.times}
    print("time: " + ", ".join(f"{stage} {ms:.1f} ms" for stage, ms in times.items()))
    x = np.random.default_rng(0).normal(0, 4, (ROWS, columns)).astype(np.float32)
    expected = reference(x)
    right = report("simulator", simulate(kernel), x, expected)
    absent = missing_device()
    if absent:
        print(f"GPU: not run, {absent}")
    else:
        right = report("GPU (tirx run, compilation and copies included)", run_on_gpu, x, expected) and right
    return 0 if right else 1


if __name__ == "__main__":
    sys.exit(main())
