# SPDX-License-Identifier: Apache-2.0
# A return value of another type.
# RUN: tirx check %s
# EXIT: 1
from tirx import script as T


@T.function(private=True)
def rounded(x: T.float32) -> T.int32:
    return T.round(x)


@T.function
def f(A: T.Tensor((32,), "int32")):
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=1, block=32)):
        A[T.gpu.thread_idx("x")] = rounded(1.5)

# ==== output ====
# tests/error/wrong_return_type.py:10:12: error: the result of `rounded` takes int32, got float32; convert it with `T.cast` [WrongValueType]
#         return T.round(x)
#                ^~~~~~~~~~
