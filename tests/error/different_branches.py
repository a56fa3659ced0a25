# SPDX-License-Identifier: Apache-2.0
# The branches of a conditional expression have different types.
# RUN: tirx check %s
# EXIT: 1
from tirx import script as T


@T.function
def f(A: T.Tensor((32,), "float32")):
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=1, block=32)):
        i = T.gpu.thread_idx("x")
        A[i] = A[i] if i < 16 else i

# ==== output ====
# tests/error/different_branches.py:12:16: error: the two values of a condition: float32 and int32 do not mix; convert one of them with `T.cast` [TypeMismatch]
#             A[i] = A[i] if i < 16 else i
#                    ^~~~~~~~~~~~~~~~~~~~~
