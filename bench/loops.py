# SPDX-License-Identifier: Apache-2.0
# bench: cpu
"""Kernels in loop form (examples/loops) on the processor, beside the same in C by hand (kernels/loops.c) with
the same compiler and options, in turns: processor milliseconds on one thread, and milliseconds on all."""

import ctypes
import functools
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

import tirx  # noqa: E402

ROUNDS = 15
OPTIONS = (
    "-std=gnu11 -O3 -ffp-contract=off -fno-math-errno -fno-trapping-math -fno-strict-aliasing"
    " -march=native -fPIC -shared"
)


def peers(folder):
    library = folder / "peers.so"
    command = [
        os.environ.get("TIRX_CC", "cc"),
        *OPTIONS.split(),
        "-o",
        library,
        ROOT / "bench/kernels/loops.c",
        "-lm",
    ]
    subprocess.run([str(part) for part in command], check=True)
    return ctypes.CDLL(str(library))


def load(name):
    spec = importlib.util.spec_from_file_location(name, ROOT / f"examples/loops/{name}.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return getattr(module, name)


def cases():
    generator = np.random.default_rng(1)

    def uniform(*shape, dtype=np.float32):
        return generator.uniform(-1, 1, shape).astype(dtype)

    n = 1 << 20
    yield "saxpy", f"{n} elements", [uniform(n), uniform(n), 1e-3], [n]
    yield "softmax", "256 x 4096", [uniform(256, 4096), uniform(256, 4096)], [256, 4096]
    yield "matmul", "512 x 512 x 512", [uniform(512, 512) for _ in range(3)], [512, 512, 512]
    half = [
        uniform(256, 4096, dtype=np.float16),
        uniform(4096),
        uniform(4096),
        uniform(256, 4096, dtype=np.float16),
    ]
    yield "layer_norm", "256 x 4096, float16", half, [256, 4096]


def milliseconds(calls):
    """The least time of each call, by its clock, in turns."""
    least = [float("inf")] * len(calls)
    for _ in range(ROUNDS):
        for i, (call, clock) in enumerate(calls):
            start = clock()
            call()
            least[i] = min(least[i], (clock() - start) * 1e3)
    return least


def c_call(function, arguments, lengths):
    passed = [
        ctypes.c_void_p(a.ctypes.data) if isinstance(a, np.ndarray) else ctypes.c_float(a) for a in arguments
    ]
    passed += [ctypes.c_long(length) for length in lengths]
    return lambda: function(*passed)


def main():
    threads = len(os.sched_getaffinity(0))
    print(f"| kernel | C by hand | tirx | ratio | tirx, {threads} threads | compiling |")
    print("|---|---|---|---|---|---|")
    with tempfile.TemporaryDirectory() as folder:
        library = peers(Path(folder))
        for name, size, arguments, lengths in cases():
            function = load(name)
            start = time.perf_counter()
            one = tirx.compile(function, target={"kind": "cpu", "num_threads": 1})
            compiling = (time.perf_counter() - start) * 1e3
            many = tirx.compile(function, target={"kind": "cpu"})
            copies = [np.copy(a) if isinstance(a, np.ndarray) else a for a in arguments]
            by_hand = c_call(getattr(library, name), copies, lengths)
            one(*arguments)
            by_hand()
            for mine, peer in zip(arguments, copies, strict=True):
                np.testing.assert_array_equal(mine, peer)  # the same bits
            hand, single, parallel = milliseconds(
                [
                    (by_hand, time.thread_time),
                    (functools.partial(one, *arguments), time.thread_time),
                    (functools.partial(many, *arguments), time.perf_counter),
                ]
            )
            figures = f"{hand:.3f} | {single:.3f} | {single / hand:.2f} | {parallel:.3f} | {compiling:.0f}"
            print(f"| {name}, {size} | {figures} |")


if __name__ == "__main__":
    main()
