# SPDX-License-Identifier: Apache-2.0
# A loop over floats.
# RUN: tirx check %s
# EXIT: 1
from tirx import script as T


@T.function
def f(A: T.Tensor((32,), "float32")):
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=1, block=32)):
        i = T.gpu.thread_idx("x")
        for k in range(0, 1.0):
            A[i] = 0.0

# ==== output ====
# tests/error/range_with_float.py:12:18: error: `range`: `bound` is a compile-time float; it must be an integer [BadCallArgument]
#             for k in range(0, 1.0):
#                      ^~~~~~~~~~~~~
