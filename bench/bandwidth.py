# SPDX-License-Identifier: Apache-2.0
# bench: gpu
"""Memory bandwidth of simple kernels, as a share of a copy of the same bytes in the same run."""

import statistics
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "python"))

import cupy  # noqa: E402
import tirx  # noqa: E402
from tirx import script as T  # noqa: E402

ROUNDS = 20
ELEMENTS = 1 << 28  # 1 GiB of float32, twenty times the L2 cache
THREADS = 256


@T.function
def scale(x: T.Tensor((ELEMENTS,), "float32"), y: T.Tensor((ELEMENTS,), "float32"), a: T.float32):
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=ELEMENTS // THREADS, block=THREADS)):
        i = T.gpu.block_idx("x") * THREADS + T.gpu.thread_idx("x")
        y[i] = a * x[i]


@T.function
def scale_by_4(
    x: T.Tensor((ELEMENTS,), "float32", align=16), y: T.Tensor((ELEMENTS,), "float32", align=16), a: T.float32
):
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=ELEMENTS // THREADS // 4, block=THREADS)):
        i = (T.gpu.block_idx("x") * THREADS + T.gpu.thread_idx("x")) * 4
        y[i : i + 4] = a * x[i : i + 4]


def milliseconds(call):
    start, end = cupy.cuda.Event(), cupy.cuda.Event()
    start.record()
    call()
    end.record()
    end.synchronize()
    return cupy.cuda.get_elapsed_time(start, end)


def main():
    x, y = cupy.random.rand(ELEMENTS, dtype="float32"), cupy.zeros(ELEMENTS, "float32")
    by_1, by_4 = (tirx.compile(f, target="cuda") for f in (scale, scale_by_4))
    calls = {
        "copy": lambda: y.data.copy_from_device(x.data, x.nbytes),
        "scale": lambda: by_1(x, y, 2.0),
        "scale, 4 elements a thread": lambda: by_4(x, y, 2.0),
    }
    for name, call in calls.items():
        y.fill(0)
        call()
        assert bool((y == (x if name == "copy" else 2 * x)).all()), name
    rows = [[milliseconds(call) for call in calls.values()] for _ in range(ROUNDS)]
    medians = [statistics.median(column) for column in zip(*rows, strict=True)]
    print(f"2 x {x.nbytes >> 20} MiB moved, median of {ROUNDS} rounds, calls in turns")
    for name, median in zip(calls, medians, strict=True):
        rate = 2 * x.nbytes / median / 1e6
        print(f"{name:<28}{median:7.3f} ms {rate:7.0f} GB/s {medians[0] / median:6.2f} of the copy")


if __name__ == "__main__":
    main()
