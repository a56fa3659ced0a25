# SPDX-License-Identifier: Apache-2.0
# A call with too many arguments.
# RUN: tirx check %s
# EXIT: 1
from tirx import script as T


@T.function
def f(A: T.Tensor((32,), "float32")):
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=1, block=32)):
        i = T.gpu.thread_idx("x")
        A[i] = T.exp(A[i], 2.0)

# ==== output ====
# tests/error/too_many_arguments.py:12:28: error: `T.exp` takes 1 positional argument, got 2 [TooManyArguments]
#             A[i] = T.exp(A[i], 2.0)
#                                ^~~
