# SPDX-License-Identifier: Apache-2.0
# A return value without a return type.
# RUN: tirx check %s
# EXIT: 1
from tirx import script as T


@T.function(private=True)
def square(x: T.float32):
    return x * x


@T.function
def f(A: T.Tensor((32,), "float32")):
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=1, block=32)):
        i = T.gpu.thread_idx("x")
        A[i] = square(A[i])

# ==== output ====
# tests/error/undeclared_return.py:10:12: error: nothing can be returned here: give the function a return type, as in `-> T.float32` [UnexpectedReturnValue]
#         return x * x
#                ^~~~~
