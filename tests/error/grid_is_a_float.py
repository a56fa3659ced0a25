# SPDX-License-Identifier: Apache-2.0
# A grid from `/` instead of `T.ceildiv`.
# RUN: tirx check %s
# EXIT: 1
from tirx import script as T


@T.function
def f(A: T.Tensor(("n",), "float32")):
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=n / 32, block=32)):
        A[T.gpu.thread_idx("x")] = 0.0

# ==== output ====
# tests/error/grid_is_a_float.py:10:56: error: `/`: operand `left` is int64; it must be a float; for integers use `//` (floor) or `T.truncdiv` [WrongOperandType]
#         with T.device_entry(launch=T.gpu.LaunchConfig(grid=n / 32, block=32)):
#                                                            ^~~~~~
