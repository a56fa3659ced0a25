# SPDX-License-Identifier: Apache-2.0
# A kernel returns nothing.
# RUN: tirx check %s
# EXIT: 1
from tirx import script as T


@T.function
def f(A: T.Tensor((32,), "float32")):
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=1, block=32)):
        i = T.gpu.thread_idx("x")
        return A[i]

# ==== output ====
# tests/error/return_value_from_entry.py:12:16: error: nothing can be returned here: a device entry returns nothing; store results in a tensor [UnexpectedReturnValue]
#             return A[i]
#                    ^~~~
