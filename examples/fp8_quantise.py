# SPDX-License-Identifier: Apache-2.0
"""Rows of float32 as float8_e4m3fn with a scale each: the largest of a row becomes the largest of the format.

A block to a row, four neighbours to a thread. The row is read once, its maximum agreed on by the block.
"""

from tirx import script as T

COLS = 1024
VECTOR = 4
THREADS = COLS // VECTOR
LARGEST = 448.0  # of float8_e4m3fn
SMALLEST = 1e-12  # what a row of zeros is divided by, instead of zero


@T.function
def fp8_quantise(
    X: T.Tensor(("rows", COLS), "float32"),
    Q: T.Tensor(("rows", COLS), "float8_e4m3fn"),
    scales: T.Tensor(("rows",), "float32"),
):
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=X.shape[0], block=THREADS)):
        row = T.gpu.block_idx("x")
        thread = T.gpu.thread_idx("x")
        first = thread * VECTOR
        x = T.alloc_local((VECTOR,), "float32")
        for v in T.vectorized(VECTOR):
            x[v] = X[row, first + v]
        largest: T.float32 = SMALLEST
        for v in T.static_range(VECTOR):
            largest = T.max(largest, T.abs(x[v]))
        scale = T.gpu.block_max(largest) / LARGEST
        for v in T.vectorized(VECTOR):
            Q[row, first + v] = T.cast(x[v] / scale, "float8_e4m3fn")
        if thread == 0:
            scales[row] = scale
