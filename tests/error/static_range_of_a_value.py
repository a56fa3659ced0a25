# SPDX-License-Identifier: Apache-2.0
# An unrolled loop whose length is known only at run time.
# RUN: tirx check %s
# EXIT: 1
from tirx import script as T


@T.function
def f(A: T.Tensor((32,), "float32"), n: T.int32):
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=1, block=32)):
        i = T.gpu.thread_idx("x")
        for k in T.static_range(n):
            A[i] = A[i] + 1.0

# ==== output ====
# tests/error/static_range_of_a_value.py:12:18: error: a bound of `T.static_range` must be a compile-time integer, got an int32 value [CompileTimeRequired]
#             for k in T.static_range(n):
#                      ^~~~~~~~~~~~~~~~~
