# SPDX-License-Identifier: Apache-2.0
"""Layer normalisation of float16 rows, computed in float32 by a private function and two loops."""

from tirx import script as T

EPSILON = 1e-5


@T.function(private=True)
def scale_of(squares: T.float32, mean: T.float32, count: T.int64) -> T.float32:
    return T.rsqrt(squares / T.cast(count, "float32") - mean * mean + T.float32(EPSILON))


@T.function
def layer_norm(
    X: T.Tensor(("rows", "cols"), "float16"),
    gain: T.Tensor(("cols",), "float32"),
    bias: T.Tensor(("cols",), "float32"),
    Y: T.Tensor(("rows", "cols"), "float16"),
):
    cols = X.shape[1]
    for row in T.parallel(X.shape[0]):
        total: T.float32 = 0.0
        squares: T.float32 = 0.0
        for j in range(cols):
            x = T.cast(X[row, j], "float32")
            total += x
            squares += x * x
        mean = total / T.cast(cols, "float32")
        scale = scale_of(squares, mean, cols)
        for j in T.vectorized(cols):
            x = T.cast(X[row, j], "float32")
            Y[row, j] = T.cast((x - mean) * scale * gain[j] + bias[j], "float16")
