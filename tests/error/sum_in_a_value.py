# SPDX-License-Identifier: Apache-2.0
# A sum in a name that is bound once.
# RUN: tirx check %s
# EXIT: 1
from tirx import script as T


@T.function
def f(A: T.Tensor((32,), "float32")):
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=1, block=32)):
        i = T.gpu.thread_idx("x")
        total = A[0]
        for k in range(1, 32):
            total += A[k]
        A[i] = total

# ==== output ====
# tests/error/sum_in_a_value.py:14:13: error: `total` is bound to a value already; for one that changes, declare a cell: `total: T.float32 = ...` [RebindIrValue]
#                 total += A[k]
#                 ^~~~~
# tests/error/sum_in_a_value.py:12:9: note: `total` is bound here
#             total = A[0]
#             ^~~~~
