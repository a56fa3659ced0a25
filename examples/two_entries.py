# SPDX-License-Identifier: Apache-2.0
"""Two kernels in one function, run in order: squares into a temporary tensor, then sums of neighbours."""

from tirx import script as T

BLOCK = 64


@T.function
def square_then_blur(
    A: T.Tensor(("n",), "float32"),
    S: T.Tensor(("n",), "float32"),
    B: T.Tensor(("n",), "float32"),
):
    length = A.shape[0]
    blocks = T.ceildiv(length, BLOCK)
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=blocks, block=BLOCK)):
        i = T.gpu.block_idx("x") * BLOCK + T.gpu.thread_idx("x")
        if i < length:
            S[i] = A[i] * A[i]
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=blocks, block=BLOCK)):
        i = T.gpu.block_idx("x") * BLOCK + T.gpu.thread_idx("x")
        if i < length:
            left = S[i - 1] if i > 0 else T.float32(0)
            right = S[i + 1] if i + 1 < length else T.float32(0)
            B[i] = left + S[i] + right
