# SPDX-License-Identifier: Apache-2.0
"""The product of matrices by tiles in shared memory, a block a tile: what the simulator is measured by."""

from tirx import script as T


def product(size, tile):
    """float32, size x size; `tile` divides `size`."""

    @T.function
    def product(
        A: T.Tensor((size, size), "float32"),
        B: T.Tensor((size, size), "float32"),
        C: T.Tensor((size, size), "float32"),
    ):
        with T.device_entry(launch=T.gpu.LaunchConfig(grid=(size // tile, size // tile), block=(tile, tile))):
            x = T.gpu.thread_idx("x")
            y = T.gpu.thread_idx("y")
            row = T.gpu.block_idx("y") * tile + y
            column = T.gpu.block_idx("x") * tile + x
            a = T.alloc_shared((tile, tile), "float32")
            b = T.alloc_shared((tile, tile), "float32")
            total: T.float32 = 0.0
            for step in T.serial(size // tile):
                a[y, x] = A[row, step * tile + x]
                b[y, x] = B[step * tile + y, column]
                T.gpu.sync()
                for k in T.static_range(tile):
                    total += a[y, k] * b[k, x]
                T.gpu.sync()
            C[row, column] = total

    return product
