# SPDX-License-Identifier: Apache-2.0
# An alignment that is no power of two.
# RUN: tirx check %s
# EXIT: 1
from tirx import script as T


@T.function
def f(A: T.Tensor((32,), "float32")):
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=1, block=32)):
        i = T.gpu.thread_idx("x")
        S = T.alloc_shared((32,), "float32", align=12)
        S[i] = A[i]

# ==== output ====
# tests/error/alignment.py:12:52: error: `T.alloc_shared`: `align` is 12; it must be a power of two [BadCallArgument]
#             S = T.alloc_shared((32,), "float32", align=12)
#                                                        ^~
