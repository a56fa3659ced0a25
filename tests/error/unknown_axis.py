# SPDX-License-Identifier: Apache-2.0
# An axis that does not exist.
# RUN: tirx check %s
# EXIT: 1
from tirx import script as T


@T.function
def f(A: T.Tensor((32,), "float32")):
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=1, block=32)):
        i = T.gpu.thread_idx("x")
        j = T.gpu.thread_idx("w")
        A[j] = 0.0

# ==== output ====
# tests/error/unknown_axis.py:12:13: error: `T.gpu.thread_idx`: `axis` is "w"; it must be "x", "y" or "z" [BadAttribute]
#             j = T.gpu.thread_idx("w")
#                 ^~~~~~~~~~~~~~~~~~~~~
