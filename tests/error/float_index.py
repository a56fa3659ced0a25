# SPDX-License-Identifier: Apache-2.0
# A float as an index.
# RUN: tirx check %s
# EXIT: 1
from tirx import script as T


@T.function
def f(A: T.Tensor((32,), "float32")):
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=1, block=32)):
        i = T.gpu.thread_idx("x")
        A[A[i]] = 0.0

# ==== output ====
# tests/error/float_index.py:12:11: error: `A`: `index` is float32; it must be an integer [BadCallArgument]
#             A[A[i]] = 0.0
#               ^~~~
