# SPDX-License-Identifier: Apache-2.0
# An integer as a condition.
# RUN: tirx check %s
# EXIT: 1
from tirx import script as T


@T.function
def f(A: T.Tensor((32,), "int32")):
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=1, block=32)):
        i = T.gpu.thread_idx("x")
        if A[i] & 1:
            A[i] = 0

# ==== output ====
# tests/error/condition_on_integer.py:12:12: error: a condition must be a bool, got int32; compare it with something [NotABool]
#             if A[i] & 1:
#                ^~~~~~~~
