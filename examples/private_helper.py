# SPDX-License-Identifier: Apache-2.0
"""A kernel that calls a private function: the logistic function, shared by every element."""

from tirx import script as T

BLOCK = 128


@T.function(private=True)
def logistic(x: T.float32) -> T.float32:
    if x >= 0.0:
        return 1.0 / (1.0 + T.exp(-x))
    e = T.exp(x)
    return e / (1.0 + e)


@T.function
def activate(A: T.Tensor(("n",), "float32"), B: T.Tensor(("n",), "float32")):
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=T.ceildiv(A.shape[0], BLOCK), block=BLOCK)):
        i = T.gpu.block_idx("x") * BLOCK + T.gpu.thread_idx("x")
        if i < A.shape[0]:
            B[i] = logistic(A[i])
