# SPDX-License-Identifier: Apache-2.0
"""The smallest kernel: every element of A times k, 128 threads to a block."""

from tirx import script as T

N = 1024
BLOCK = 128


@T.function
def scale(A: T.Tensor((N,), "float32"), B: T.Tensor((N,), "float32"), k: T.float32):
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=N // BLOCK, block=BLOCK)):
        i = T.gpu.block_idx("x") * BLOCK + T.gpu.thread_idx("x")
        B[i] = A[i] * k
