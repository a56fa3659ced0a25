# SPDX-License-Identifier: Apache-2.0
# Bits of a float.
# RUN: tirx check %s
# EXIT: 1
from tirx import script as T


@T.function
def f(A: T.Tensor((32,), "float32")):
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=1, block=32)):
        i = T.gpu.thread_idx("x")
        A[i] = A[i] << 1

# ==== output ====
# tests/error/shift_of_float.py:12:16: error: `<<`: operand `left` is float32; it must be an integer [WrongOperandType]
#             A[i] = A[i] << 1
#                    ^~~~~~~~~
