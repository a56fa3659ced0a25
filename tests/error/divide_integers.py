# SPDX-License-Identifier: Apache-2.0
# `/` on integers.
# RUN: tirx check %s
# EXIT: 1
from tirx import script as T


@T.function
def f(A: T.Tensor((32,), "int32")):
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=1, block=32)):
        i = T.gpu.thread_idx("x")
        A[i] = A[i] / 2

# ==== output ====
# tests/error/divide_integers.py:12:16: error: `/`: operand `left` is int32; it must be a float; for integers use `//` (floor) or `T.truncdiv` [WrongOperandType]
#             A[i] = A[i] / 2
#                    ^~~~~~~~
