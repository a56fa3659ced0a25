# SPDX-License-Identifier: Apache-2.0
# bench: gpu
"""Kernels that are bound by memory, as shares of a copy of the same bytes in the same run.

Launches are queued back to back, kernel and copy in turns, each between two events; medians. Inputs and
outputs count once. Results are compared with PyTorch's, which is timed afterwards.
"""

import statistics
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT / "python"), str(ROOT / "bench")]

import tirx  # noqa: E402
import torch  # noqa: E402
from kernels import memory  # noqa: E402

ROUNDS = 25
EPSILON = 1e-5


def milliseconds(calls):
    """The median time of each call on the device."""
    marks = [[torch.cuda.Event(enable_timing=True) for _ in range(len(calls) + 1)] for _ in range(ROUNDS + 4)]
    for row in marks:
        row[0].record()
        for call, mark in zip(calls, row[1:], strict=True):
            call()
            mark.record()
    torch.cuda.synchronize()
    return [
        statistics.median(row[k].elapsed_time(row[k + 1]) for row in marks[4:]) for k in range(len(calls))
    ]


def measure(what, kernel, arguments, output, reference, copied, moved):
    """`reference` computes what `output` must hold; `copied` is a pair of tensors; `moved` counts bytes."""
    exe = tirx.compile(kernel, target="cuda")
    exe(*arguments)
    torch.testing.assert_close(output, reference(), rtol=1.6e-2, atol=1e-3)
    source, target = copied
    copy, ours = milliseconds([lambda: target.copy_(source), lambda: exe(*arguments)])
    (torchs,) = milliseconds([reference])
    rate, of_copy = moved / ours / 1e6, (moved / ours) / (2 * source.nbytes / copy)
    print(f"{what:<40}{ours:8.3f} ms {rate:7.0f} GB/s {of_copy:6.3f} of the copy; PyTorch {torchs:8.3f} ms")


def elementwise():
    n = 1 << 28
    x, y = torch.rand(n, device="cuda"), torch.zeros(n, device="cuda")
    kernel = memory.scale(n, 128)
    measure("scale, float32, 1 GiB", kernel, (x, y, 2.0), y, lambda: x * 2.0, (x, y), 2 * x.nbytes)


def row_sums(rows, cols, threads):
    x, y = torch.rand(rows, cols, device="cuda"), torch.zeros(rows, device="cuda")
    spare = torch.empty_like(x)
    kernel = memory.row_sum(cols, threads)
    what = f"row sum, float32, {rows} x {cols}"
    measure(what, kernel, (x, y), y, lambda: x.sum(1), (x, spare), x.nbytes + y.nbytes)


def norms(rows, cols, threads):
    x = torch.randn(rows, cols, device="cuda", dtype=torch.bfloat16)
    w, y = torch.randn(cols, device="cuda", dtype=torch.bfloat16), torch.empty_like(x)
    kernel = memory.rms_norm(cols, threads)
    reference = lambda: torch.nn.functional.rms_norm(x, (cols,), w, EPSILON)  # noqa: E731
    measure(
        f"RMS norm, bfloat16, {rows} x {cols}", kernel, (x, w, y, EPSILON), y, reference, (x, y), 2 * x.nbytes
    )


def softmaxes(rows, cols, kernel):
    x = torch.randn(rows, cols, device="cuda", dtype=torch.bfloat16)
    y = torch.empty_like(x)
    what = f"softmax, bfloat16, {rows} x {cols}"
    measure(what, kernel, (x, y), y, lambda: torch.softmax(x, 1), (x, y), 2 * x.nbytes)


def transposes(size, tile, threads):
    x = torch.randn(size, size, device="cuda", dtype=torch.bfloat16)
    y = torch.empty_like(x)
    kernel = memory.transpose(size, tile, threads)
    reference = x.T.contiguous
    measure(f"transpose, bfloat16, {size} x {size}", kernel, (x, y), y, reference, (x, y), 2 * x.nbytes)


def main():
    torch.manual_seed(0)
    elementwise()
    row_sums(16384, 16384, 512)
    row_sums(262144, 1024, 128)
    norms(32768, 4096, 256)
    norms(8192, 16384, 512)
    softmaxes(32768, 4096, memory.softmax(4096, 128, 4))
    softmaxes(8192, 16384, memory.softmax(16384, 512, 1))
    softmaxes(4096, 65536, memory.wide_softmax(65536, 512))
    transposes(16384, 128, 1024)


if __name__ == "__main__":
    main()
