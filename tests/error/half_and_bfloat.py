# SPDX-License-Identifier: Apache-2.0
# float16 and bfloat16 in one sum.
# RUN: tirx check %s
# EXIT: 1
from tirx import script as T


@T.function
def f(A: T.Tensor((32,), "float16"), B: T.Tensor((32,), "bfloat16")):
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=1, block=32)):
        i = T.gpu.thread_idx("x")
        A[i] = A[i] + B[i]

# ==== output ====
# tests/error/half_and_bfloat.py:12:16: error: `+`: float16 and bfloat16 do not mix; convert one of them with `T.cast` [TypeMismatch]
#             A[i] = A[i] + B[i]
#                    ^~~~~~~~~~~
