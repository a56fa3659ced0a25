# SPDX-License-Identifier: Apache-2.0
"""Layer norm: each row of a matrix minus its mean, divided by its standard deviation, scaled."""

from tirx import script as T

COLS = 384
THREADS = 128
PER_THREAD = COLS // THREADS
EPSILON = 1e-5


@T.function
def layer_norm(
    X: T.Tensor(("rows", COLS), "float32"),
    weight: T.Tensor((COLS,), "float32"),
    bias: T.Tensor((COLS,), "float32"),
    Y: T.Tensor(("rows", COLS), "float32"),
):
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=X.shape[0], block=THREADS)):
        row = T.gpu.block_idx("x")
        thread = T.gpu.thread_idx("x")
        x = T.alloc_local((PER_THREAD,), "float32")

        part: T.float32 = 0.0
        for k in T.static_range(PER_THREAD):
            x[k] = X[row, k * THREADS + thread]
            part += x[k]
        mean = T.gpu.block_sum(part) / T.float32(COLS)

        square: T.float32 = 0.0
        for k in T.static_range(PER_THREAD):
            square += (x[k] - mean) * (x[k] - mean)
        scale = T.rsqrt(T.gpu.block_sum(square) / T.float32(COLS) + T.float32(EPSILON))

        for k in T.static_range(PER_THREAD):
            column = k * THREADS + thread
            Y[row, column] = (x[k] - mean) * scale * weight[column] + bias[column]
