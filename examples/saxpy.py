# SPDX-License-Identifier: Apache-2.0
"""y = a * x + y for any length: the grid covers the length, the guard cuts off its last block."""

from tirx import script as T

BLOCK = 256


@T.function
def saxpy(X: T.Tensor(("n",), "float32"), Y: T.Tensor(("n",), "float32"), a: T.float32):
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=T.ceildiv(X.shape[0], BLOCK), block=BLOCK)):
        i = T.gpu.block_idx("x") * BLOCK + T.gpu.thread_idx("x")
        if i < X.shape[0]:
            Y[i] = a * X[i] + Y[i]
