# SPDX-License-Identifier: Apache-2.0
# Calls of a function whose parameters are wrong, by itself and by others: the parameters are said, and only once.
# RUN: tirx check %s
# EXIT: 1
from tirx import script as T


@T.function(private=True)
def scaled(x: T.float32, by: 3) -> T.float32:
    return scaled(x - 1.0, by + 1) * by


@T.function
def f(A: T.Tensor((8,), "float32"), n: T.Tensor((-1,), "float32")):
    f(A, n)
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=1, block=8)):
        i = T.gpu.thread_idx("x")
        A[i] = scaled(A[i], A[i] + 1.0)
        A[i] = scaled(A[i] + 1.0, A[i])


@T.function
def g(A: T.Tensor((8,), "float32"), n: T.Tensor((g(1 + 1),), "float32")):
    f(A, A)
    f(n, g(n, n))

# ==== output ====
# tests/error/failed_signature.py:9:30: error: a data type must be a compile-time dtype, as in `T.float32` or "float32", got a compile-time int [CompileTimeRequired]
#     def scaled(x: T.float32, by: 3) -> T.float32:
#                                  ^
# tests/error/failed_signature.py:14:40: error: `shape`: `extent` is -1; it must be at least 0 [BadCallArgument]
#     def f(A: T.Tensor((8,), "float32"), n: T.Tensor((-1,), "float32")):
#                                            ^~~~~~~~~~~~~~~~~~~~~~~~~~
# tests/error/failed_signature.py:23:50: error: this is only possible inside a `@T.function` [StatementOutsideFunction]
#     def g(A: T.Tensor((8,), "float32"), n: T.Tensor((g(1 + 1),), "float32")):
#                                                      ^~~~~~~~
