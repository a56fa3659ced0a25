# SPDX-License-Identifier: Apache-2.0
# Too many indices, a negative one, a tensor where a number must stand.
# RUN: tirx check %s
# EXIT: 1
from tirx import script as T


@T.function
def f(A: T.Tensor((8, 8), "float32"), B: T.Tensor((8,), "float32"), x: T.float32):
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=1, block=8)):
        i = T.gpu.thread_idx("x")
        B[i, 0] = x
        B[-1] = x
        B[x] = x
        B[i] = A[i]
        B[i] = A
# ==== output ====
