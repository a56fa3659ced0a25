# SPDX-License-Identifier: Apache-2.0
"""The mean of a vector is taken from each of its elements, in one kernel: between its two halves all blocks
wait for each other."""

from tirx import script as T

BLOCKS = 8
THREADS = 128


@T.function
def center(
    X: T.Tensor(("n",), "float32"), Y: T.Tensor(("n",), "float32"), sums: T.Tensor((BLOCKS,), "float32")
):
    with T.device_entry(launch=T.cuda.LaunchConfig(grid=BLOCKS, block=THREADS, cooperative=True)):
        block = T.cuda.block_idx("x")
        first = block * THREADS + T.cuda.thread_idx("x")
        part: T.float32 = 0.0
        for i in T.serial(first, X.shape[0], step=BLOCKS * THREADS):
            part += X[i]
        total = T.gpu.block_sum(part)
        if T.cuda.thread_idx("x") == 0:
            sums[block] = total
        T.cuda.grid_sync()
        sum: T.float32 = 0.0
        for other in T.static_range(BLOCKS):
            sum += sums[other]
        mean = sum / T.cast(X.shape[0], "float32")
        for i in T.serial(first, X.shape[0], step=BLOCKS * THREADS):
            Y[i] = X[i] - mean
