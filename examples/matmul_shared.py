# SPDX-License-Identifier: Apache-2.0
"""Matrix product with tiles in shared memory: a block makes a tile of C, a thread four of its elements."""

from tirx import script as T

M, N, K = 128, 96, 160
TILE = 32
STRIPE = 8
PER_THREAD = TILE // STRIPE


@T.function
def matmul_shared(
    A: T.Tensor((M, K), "float32"), B: T.Tensor((K, N), "float32"), C: T.Tensor((M, N), "float32")
):
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=(N // TILE, M // TILE), block=(TILE, STRIPE))):
        tx = T.gpu.thread_idx("x")
        ty = T.gpu.thread_idx("y")
        row = T.gpu.block_idx("y") * TILE
        column = T.gpu.block_idx("x") * TILE + tx
        a = T.alloc_shared((TILE, TILE), "float32")
        b = T.alloc_shared((TILE, TILE), "float32")
        total: T.float32[PER_THREAD]
        for i in T.unroll(PER_THREAD):
            total[i] = 0.0
        for step in T.serial(K // TILE):
            for i in T.unroll(PER_THREAD):
                y = i * STRIPE + ty
                a[y, tx] = A[row + y, step * TILE + tx]
                b[y, tx] = B[step * TILE + y, column]
            T.gpu.sync()
            for k in T.serial(TILE):
                for i in T.unroll(PER_THREAD):
                    total[i] = total[i] + a[i * STRIPE + ty, k] * b[k, tx]
            T.gpu.sync()
        for i in T.unroll(PER_THREAD):
            C[row + i * STRIPE + ty, column] = total[i]
