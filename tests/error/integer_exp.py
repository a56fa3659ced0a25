# SPDX-License-Identifier: Apache-2.0
# A mathematical function of an integer.
# RUN: tirx check %s
# EXIT: 1
from tirx import script as T


@T.function
def f(A: T.Tensor((32,), "float32")):
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=1, block=32)):
        i = T.gpu.thread_idx("x")
        A[i] = T.exp(i)

# ==== output ====
# tests/error/integer_exp.py:12:22: error: `T.exp`: operand `x` is int32; it must be a floating-point value [WrongOperandType]
#             A[i] = T.exp(i)
#                          ^
