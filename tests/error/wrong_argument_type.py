# SPDX-License-Identifier: Apache-2.0
# An argument of another type.
# RUN: tirx check %s
# EXIT: 1
from tirx import script as T


@T.function(private=True)
def twice(x: T.float32) -> T.float32:
    return x * 2.0


@T.function
def f(A: T.Tensor((32,), "float32")):
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=1, block=32)):
        i = T.gpu.thread_idx("x")
        A[i] = twice(i)

# ==== output ====
# tests/error/wrong_argument_type.py:17:22: error: parameter `x` of `twice` takes float32, got int32; convert it with `T.cast` [WrongValueType]
#             A[i] = twice(i)
#                          ^
