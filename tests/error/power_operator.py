# SPDX-License-Identifier: Apache-2.0
# `**` on values of the program.
# RUN: tirx check %s
# EXIT: 1
from tirx import script as T


@T.function
def f(A: T.Tensor((32,), "float32")):
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=1, block=32)):
        i = T.gpu.thread_idx("x")
        A[i] = A[i] ** 2.0

# ==== output ====
# tests/error/power_operator.py:12:16: error: `**` is not defined on values of the program; use `T.pow` [NoIrOperator]
#             A[i] = A[i] ** 2.0
#                    ^~~~~~~~~~~
