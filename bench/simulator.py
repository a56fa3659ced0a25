# SPDX-License-Identifier: Apache-2.0
# bench: cpu
"""What kernels cost on the simulator, and what each check adds."""

import sys
import time
from pathlib import Path

import numpy as np

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "python"))

import tirx  # noqa: E402
from tirx import script as T  # noqa: E402

ROUNDS = 7
ALL = ["bounds", "alignment", "uninitialised", "races", "lanes", "arithmetic"]
CHECKS = {"all": [], "no races": ["races"], "none": ALL}

SIZE, TILE = 256, 16
COUNT = 1 << 20


@T.function
def product(
    A: T.Tensor((SIZE, SIZE), "float32"),
    B: T.Tensor((SIZE, SIZE), "float32"),
    C: T.Tensor((SIZE, SIZE), "float32"),
):
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=(SIZE // TILE, SIZE // TILE), block=(TILE, TILE))):
        x = T.gpu.thread_idx("x")
        y = T.gpu.thread_idx("y")
        row = T.gpu.block_idx("y") * TILE + y
        column = T.gpu.block_idx("x") * TILE + x
        a = T.alloc_shared((TILE, TILE), "float32")
        b = T.alloc_shared((TILE, TILE), "float32")
        total: T.float32 = 0.0
        for step in T.serial(SIZE // TILE):
            a[y, x] = A[row, step * TILE + x]
            b[y, x] = B[step * TILE + y, column]
            T.gpu.sync()
            for k in T.static_range(TILE):
                total += a[y, k] * b[k, x]
            T.gpu.sync()
        C[row, column] = total


@T.function
def saxpy(X: T.Tensor((COUNT,), "float32"), Y: T.Tensor((COUNT,), "float32")):
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=COUNT // 256, block=256)):
        i = T.gpu.block_idx("x") * 256 + T.gpu.thread_idx("x")
        Y[i] = 2.0 * X[i] + Y[i]


@T.function
def block_sums(X: T.Tensor((COUNT,), "float32"), Y: T.Tensor((COUNT // 256,), "float32")):
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=COUNT // 256, block=256)):
        t = T.gpu.thread_idx("x")
        s = T.alloc_shared((256,), "float32")
        s[t] = X[T.gpu.block_idx("x") * 256 + t]
        T.gpu.sync()
        for step in T.static_range(8):
            if t < 128 >> step:
                s[t] = s[t] + s[t + (128 >> step)]
            T.gpu.sync()
        if t == 0:
            Y[T.gpu.block_idx("x")] = s[0]


def fresh(kernel):
    shapes = {product: [(SIZE, SIZE)] * 3, saxpy: [COUNT] * 2, block_sums: [COUNT, COUNT // 256]}[kernel]
    return [np.ones(shape, "float32") for shape in shapes]


def milliseconds(kernel, no_check):
    exe = tirx.compile(kernel, executor="simulator", no_check=no_check)
    times = []
    for _ in range(ROUNDS):
        arguments = fresh(kernel)
        start = time.process_time()
        exe(*arguments)
        times.append(1e3 * (time.process_time() - start))
    expected = {product: SIZE, saxpy: 3, block_sums: 256}[kernel]
    assert (arguments[-1] == expected).all()
    return min(times)


def main():
    print(f"processor milliseconds, least of {ROUNDS}")
    print(f"{'kernel':<16}" + "".join(f"{name:>12}" for name in CHECKS))
    for kernel in (product, saxpy, block_sums):
        row = [milliseconds(kernel, no_check) for no_check in CHECKS.values()]
        print(f"{kernel.name:<16}" + "".join(f"{value:12.2f}" for value in row))


if __name__ == "__main__":
    main()
