# SPDX-License-Identifier: Apache-2.0
# `and` of integers.
# RUN: tirx check %s
# EXIT: 1
from tirx import script as T


@T.function
def f(A: T.Tensor((32,), "int32")):
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=1, block=32)):
        i = T.gpu.thread_idx("x")
        A[i] = A[i] and 1

# ==== output ====
# tests/error/and_of_bits.py:12:16: error: `and`: operand `left` is int32; it must be a bool; compare it with something [WrongOperandType]
#             A[i] = A[i] and 1
#                    ^~~~~~~~~~
