# SPDX-License-Identifier: Apache-2.0
"""Transposes through a tile in shared memory, so that both global accesses are contiguous.

The tile has one extra column: without it the 32 threads that read a column would all hit one memory bank.
"""

from tirx import script as T

ROWS, COLS = 128, 96
TILE = 32
STRIPE = 8  # rows of the tile that a block of 32 x 8 threads moves at once


@T.function
def transpose(A: T.Tensor((ROWS, COLS), "float32"), B: T.Tensor((COLS, ROWS), "float32")):
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=(COLS // TILE, ROWS // TILE), block=(TILE, STRIPE))):
        tile = T.alloc_shared((TILE, TILE + 1), "float32")
        tx = T.gpu.thread_idx("x")
        ty = T.gpu.thread_idx("y")
        column = T.gpu.block_idx("x") * TILE
        row = T.gpu.block_idx("y") * TILE
        for stripe in T.unroll(TILE // STRIPE):
            tile[stripe * STRIPE + ty, tx] = A[row + stripe * STRIPE + ty, column + tx]
        T.gpu.sync()
        for stripe in T.unroll(TILE // STRIPE):
            B[column + stripe * STRIPE + ty, row + tx] = tile[tx, stripe * STRIPE + ty]
