# SPDX-License-Identifier: Apache-2.0
"""RMS norm over the rows of a float16 matrix: each row divided by the root of its mean square, and scaled.

Values are loaded and stored as float16 and computed with as float32, eight neighbours to a thread.
"""

from tirx import script as T

COLS = 1024
VECTOR = 8
THREADS = COLS // VECTOR


@T.function
def rms_norm(
    X: T.Tensor(("rows", COLS), "float16"),
    weight: T.Tensor((COLS,), "float16"),
    Y: T.Tensor(("rows", COLS), "float16"),
    epsilon: T.float32,
):
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=X.shape[0], block=THREADS)):
        row = T.gpu.block_idx("x")
        first = T.gpu.thread_idx("x") * VECTOR
        x = T.alloc_local((VECTOR,), "float32")
        square: T.float32 = 0.0
        for v in T.vectorized(VECTOR):
            x[v] = T.cast(X[row, first + v], "float32")
        for v in T.static_range(VECTOR):
            square += x[v] * x[v]
        scale = T.rsqrt(T.gpu.block_sum(square) / T.float32(COLS) + epsilon)
        for v in T.vectorized(VECTOR):
            Y[row, first + v] = T.cast(x[v] * scale * T.cast(weight[first + v], "float32"), "float16")
