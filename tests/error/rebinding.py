# SPDX-License-Identifier: Apache-2.0
# A value is bound once; what changes is a cell.
# RUN: tirx check %s
# EXIT: 1
from tirx import script as T


@T.function
def f(A: T.Tensor((64,), "float32"), B: T.Tensor((1,), "float32")):
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=1, block=1)):
        total = T.float32(0)
        for i in range(64):
            total = total + A[i]
        B[0] = total
# ==== output ====
