# SPDX-License-Identifier: Apache-2.0
"""C = A @ B: strips of four rows in parallel, each with a tile of sums on the stack, along which the inner
loop runs."""

from tirx import script as T

ROWS = 4
COLS = 64


@T.function
def matmul(
    A: T.Tensor(("rows", "depth"), "float32"),
    B: T.Tensor(("depth", "cols"), "float32"),
    C: T.Tensor(("rows", "cols"), "float32"),
):
    assert A.shape[0] % ROWS == 0, "rows come in strips of 4"
    assert B.shape[1] % COLS == 0, "columns come in tiles of 64"
    for strip in T.parallel(A.shape[0] // ROWS):
        for tile in range(B.shape[1] // COLS):
            total = T.alloc_local((ROWS, COLS), "float32")
            for r, j in T.grid(ROWS, COLS):
                total[r, j] = 0.0
            for k in range(A.shape[1]):
                for r in T.unroll(ROWS):
                    for j in T.vectorized(COLS):
                        total[r, j] += A[strip * ROWS + r, k] * B[k, tile * COLS + j]
            for r, j in T.grid(ROWS, COLS):
                C[strip * ROWS + r, tile * COLS + j] = total[r, j]
