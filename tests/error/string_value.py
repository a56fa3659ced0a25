# SPDX-License-Identifier: Apache-2.0
# A text stored in a tensor.
# RUN: tirx check %s
# EXIT: 1
from tirx import script as T


@T.function
def f(A: T.Tensor((32,), "float32")):
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=1, block=32)):
        i = T.gpu.thread_idx("x")
        A[i] = "zero"

# ==== output ====
# tests/error/string_value.py:12:16: error: a string is not a value: a number or an expression must stand here [NotAValue]
#             A[i] = "zero"
#                    ^~~~~~
