# SPDX-License-Identifier: Apache-2.0
# A float64 value for a float32 cell.
# RUN: tirx check %s
# EXIT: 1
from tirx import script as T


@T.function
def f(A: T.Tensor((32,), "float64")):
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=1, block=32)):
        i = T.gpu.thread_idx("x")
        total: T.float32 = 0.0
        total += A[i]
        A[i] = T.cast(total, "float64")

# ==== output ====
# tests/error/narrowing_cell.py:13:9: error: `+`: float32 and float64 do not mix; convert one of them with `T.cast` [TypeMismatch]
#             total += A[i]
#             ^~~~~~~~~~~~~
