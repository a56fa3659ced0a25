# SPDX-License-Identifier: Apache-2.0
# A value is bound once; what changes is a cell.
# RUN: tirx check %s
# EXIT: 1
from tirx import script as T


@T.function
def f(A: T.Tensor((64,), "float32"), B: T.Tensor((1,), "float32")):
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=1, block=1)):
        total = T.float32(0)
        for i in range(64):
            total = total + A[i]
        B[0] = total


# The same mistake is not reported again where the name is used.
@T.function
def g(A: T.Tensor(("n", 64), "float32")):
    n = A.shape[0]  # is `n` already
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=n, block=1)):
        n = T.alloc_local((4,), "float32")
        n[0] = 1.0
        A[0, 0] = n[0]

# ==== output ====
# tests/error/rebinding.py:13:13: error: `total` is bound to a value already; for one that changes, declare a cell: `total: T.float32 = ...` [RebindIrValue]
#                 total = total + A[i]
#                 ^~~~~
# tests/error/rebinding.py:11:9: note: `total` is bound here
#             total = T.float32(0)
#             ^~~~~
# tests/error/rebinding.py:22:9: error: `n` is bound to a value already; for one that changes, declare a cell: `n: T.int64 = ...` [RebindIrValue]
#             n = T.alloc_local((4,), "float32")
#             ^
# tests/error/rebinding.py:19:10: note: `n` is bound here
#     def g(A: T.Tensor(("n", 64), "float32")):
#              ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
