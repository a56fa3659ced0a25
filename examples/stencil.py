# SPDX-License-Identifier: Apache-2.0
"""Five-point stencil of any size: a tile and its border in shared memory; outside of the matrix is 0."""

from tirx import script as T

TILE = 16


@T.inline
def inside(A, row, column):
    """The element, or 0 where there is none."""
    return (
        A[row, column]
        if row >= 0 and column >= 0 and row < A.shape[0] and column < A.shape[1]
        else T.float32(0)
    )


@T.function
def stencil(A: T.Tensor(("h", "w"), "float32"), B: T.Tensor(("h", "w"), "float32")):
    grid = (T.ceildiv(A.shape[1], TILE), T.ceildiv(A.shape[0], TILE))
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=grid, block=(TILE, TILE))):
        tile = T.alloc_shared((TILE + 2, TILE + 2), "float32")
        x = T.gpu.thread_idx("x")
        y = T.gpu.thread_idx("y")
        row = T.gpu.block_idx("y") * TILE + y
        column = T.gpu.block_idx("x") * TILE + x
        tile[y + 1, x + 1] = inside(A, row, column)
        if y == 0:
            tile[0, x + 1] = inside(A, row - 1, column)
            tile[TILE + 1, x + 1] = inside(A, row + TILE, column)
        if x == 0:
            tile[y + 1, 0] = inside(A, row, column - 1)
            tile[y + 1, TILE + 1] = inside(A, row, column + TILE)
        T.gpu.sync()
        if row < A.shape[0] and column < A.shape[1]:
            around = tile[y, x + 1] + tile[y + 2, x + 1] + tile[y + 1, x] + tile[y + 1, x + 2]
            B[row, column] = around - 4.0 * tile[y + 1, x + 1]
