# SPDX-License-Identifier: Apache-2.0
# bench: gpu
"""What a call costs on the host, beside CuPy's RawKernel with the same kernel, in turns."""

import statistics
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "python"))

import cupy  # noqa: E402
import tirx  # noqa: E402
import torch  # noqa: E402
from tirx import script as T  # noqa: E402

CALLS, ROUNDS = 2000, 15


@T.function
def axpy(x: T.Tensor((1024,), "float32"), y: T.Tensor((1024,), "float32"), a: T.float32):
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=8, block=128)):
        i = T.gpu.block_idx("x") * 128 + T.gpu.thread_idx("x")
        y[i] = a * x[i] + y[i]


def nanoseconds(call):
    start = time.perf_counter_ns()
    for _ in range(CALLS):
        call()
    elapsed = time.perf_counter_ns() - start
    cupy.cuda.runtime.deviceSynchronize()
    return elapsed / CALLS


def main():
    x, y = cupy.ones(1024, "float32"), cupy.zeros(1024, "float32")
    exe = tirx.compile(axpy, target="cuda")
    call_tirx = exe["axpy"]
    raw = cupy.RawKernel(exe.inspect_source("cuda"), "axpy_kernel")
    a = cupy.float32(2)
    p, q = torch.ones(1024, device="cuda"), torch.zeros(1024, device="cuda")
    calls = {
        "tirx, CuPy arrays": lambda: call_tirx(x, y, 2.0),
        "tirx, torch tensors": lambda: call_tirx(p, q, 2.0),
        "CuPy RawKernel": lambda: raw((8,), (128,), (x, y, a)),
        "an empty Python call": lambda: None,
    }
    for call in calls.values():
        nanoseconds(call)
    rows = [[nanoseconds(call) for call in calls.values()] for _ in range(ROUNDS)]
    print(f"ns a call, median (least to most) of {ROUNDS} rounds of {CALLS}")
    for name, column in zip(calls, zip(*rows, strict=True), strict=True):
        print(f"{name:<22}{statistics.median(column):8.0f} ({min(column):.0f} to {max(column):.0f})")


if __name__ == "__main__":
    main()
