# SPDX-License-Identifier: Apache-2.0
# Operands of different kinds, and a store that would narrow.
# RUN: tirx check %s
# EXIT: 1
from tirx import script as T


@T.function
def f(A: T.Tensor((64,), "float16"), B: T.Tensor((64,), "int32"), u: T.uint32, x: T.float32):
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=1, block=64)):
        i = T.gpu.thread_idx("x")
        A[i] = x
        B[i] = B[i] + u
        B[i] = B[i] / 2
        B[i] = B[i] * 0.5
        A[i] = 100000.0
# ==== output ====
