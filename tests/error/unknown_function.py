# SPDX-License-Identifier: Apache-2.0
# A misspelt function of the file.
# RUN: tirx check %s
# EXIT: 1
from tirx import script as T


@T.function(private=True)
def square(x: T.float32) -> T.float32:
    return x * x


@T.function
def f(A: T.Tensor((32,), "float32")):
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=1, block=32)):
        i = T.gpu.thread_idx("x")
        A[i] = squre(A[i])

# ==== output ====
# tests/error/unknown_function.py:17:16: error: unknown name `squre` [UnknownName]
#             A[i] = squre(A[i])
#                    ^~~~~
# note: did you mean `square`?
