# SPDX-License-Identifier: Apache-2.0
# The functions of math are for compile-time numbers.
# RUN: tirx check %s
# EXIT: 1
import math

from tirx import script as T


@T.function
def f(A: T.Tensor((32,), "float32")):
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=1, block=32)):
        i = T.gpu.thread_idx("x")
        A[i] = math.sqrt(A[i])

# ==== output ====
# tests/error/math_on_a_value.py:14:26: error: `sqrt`: `argument` is a float32 value; it must be a compile-time number; for values of the program there is `T.sqrt` [BadCallArgument]
#             A[i] = math.sqrt(A[i])
#                              ^~~~
