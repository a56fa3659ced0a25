# SPDX-License-Identifier: Apache-2.0
# A literal that its type cannot hold.
# RUN: tirx check %s
# EXIT: 1
from tirx import script as T


@T.function
def f(A: T.Tensor((32,), "int32")):
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=1, block=32)):
        i = T.gpu.thread_idx("x")
        A[i] = 3000000000

# ==== output ====
# tests/error/literal_too_large.py:12:16: error: 3000000000 does not fit in int32, whose range is -2147483648 to 2147483647 [ConstantOutOfRange]
#             A[i] = 3000000000
#                    ^~~~~~~~~~
