# SPDX-License-Identifier: Apache-2.0
# An integer times a float.
# RUN: tirx check %s
# EXIT: 1
from tirx import script as T


@T.function
def f(A: T.Tensor((32,), "float32")):
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=1, block=32)):
        i = T.gpu.thread_idx("x")
        A[i] = i * A[i]

# ==== output ====
# tests/error/integer_times_float.py:12:16: error: `*`: int32 and float32 do not mix; convert one of them with `T.cast` [TypeMismatch]
#             A[i] = i * A[i]
#                    ^~~~~~~~
