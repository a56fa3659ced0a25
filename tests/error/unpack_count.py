# SPDX-License-Identifier: Apache-2.0
# Two names for three values.
# RUN: tirx check %s
# EXIT: 1
from tirx import script as T


@T.function
def f(A: T.Tensor((32,), "float32")):
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=1, block=32)):
        i = T.gpu.thread_idx("x")
        a, b = A[0], A[1], A[2]
        A[i] = a + b

# ==== output ====
# tests/error/unpack_count.py:12:9: error: 2 targets for 3 values [WrongUnpackCount]
#             a, b = A[0], A[1], A[2]
#             ^~~~~~~~~~~~~~~~~~~~~~~
