# SPDX-License-Identifier: Apache-2.0
"""Sums of the blocks of an array: what parts of warps write, a tree in shared memory."""

from tirx import script as T


def block_sums(count):
    """float32, `count` numbers, 256 a block."""

    @T.function
    def block_sums(X: T.Tensor((count,), "float32"), Y: T.Tensor((count // 256,), "float32")):
        with T.device_entry(launch=T.gpu.LaunchConfig(grid=count // 256, block=256)):
            t = T.gpu.thread_idx("x")
            s = T.alloc_shared((256,), "float32")
            s[t] = X[T.gpu.block_idx("x") * 256 + t]
            T.gpu.sync()
            for step in T.static_range(8):
                if t < 128 >> step:
                    s[t] = s[t] + s[t + (128 >> step)]
                T.gpu.sync()
            if t == 0:
                Y[T.gpu.block_idx("x")] = s[0]

    return block_sums
