# SPDX-License-Identifier: Apache-2.0
# The data type where the shape must stand.
# RUN: tirx check %s
# EXIT: 1
from tirx import script as T


@T.function
def f(A: T.Tensor("float32", (32,))):
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=1, block=32)):
        A[T.gpu.thread_idx("x")] = 1.0

# ==== output ====
# tests/error/type_before_shape.py:9:30: error: a data type must be a compile-time dtype, as in `T.float32` or "float32", got a tuple [CompileTimeRequired]
#     def f(A: T.Tensor("float32", (32,))):
#                                  ^~~~~
