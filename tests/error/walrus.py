# SPDX-License-Identifier: Apache-2.0
# `:=` with a value of the program.
# RUN: tirx check %s
# EXIT: 1
from tirx import script as T


@T.function
def f(A: T.Tensor((32,), "float32")):
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=1, block=32)):
        i = T.gpu.thread_idx("x")
        if (x := A[i]) > 0.0:
            A[i] = x * 2.0

# ==== output ====
# tests/error/walrus.py:12:12: error: `x :=` binds compile-time values only; write the assignment as a statement [WalrusOnIr]
#             if (x := A[i]) > 0.0:
#                ^~~~~~~~~~~
