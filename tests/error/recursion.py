# SPDX-License-Identifier: Apache-2.0
# A function on the device that calls itself.
# RUN: tirx check %s
# EXIT: 1
from tirx import script as T


@T.function(private=True)
def factorial(n: T.int32) -> T.int32:
    if n < 2:
        return 1
    return n * factorial(n - 1)


@T.function
def f(A: T.Tensor((8,), "int32")):
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=1, block=8)):
        i = T.gpu.thread_idx("x")
        A[i] = factorial(A[i])

# ==== output ====
# tests/error/recursion.py:12:16: error: `factorial` calls itself; functions on the device may not be recursive [RecursiveCall]
#         return n * factorial(n - 1)
#                    ^~~~~~~~~~~~~~~~
