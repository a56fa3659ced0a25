# SPDX-License-Identifier: Apache-2.0
# A type without `T.`.
# RUN: tirx check %s
# EXIT: 1
from tirx import script as T


@T.function
def f(A: T.Tensor((32,), "float32")):
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=1, block=32)):
        i = T.gpu.thread_idx("x")
        x: float32 = 0.0
        A[i] = x

# ==== output ====
# tests/error/missing_T.py:12:12: error: unknown name `float32` [UnknownName]
#             x: float32 = 0.0
#                ^~~~~~~
# note: did you mean `T.float32`?
