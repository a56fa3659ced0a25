# SPDX-License-Identifier: Apache-2.0
# A cell that is declared again in a loop.
# RUN: tirx check %s
# EXIT: 1
from tirx import script as T


@T.function
def f(A: T.Tensor((32,), "float32")):
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=1, block=32)):
        i = T.gpu.thread_idx("x")
        total: T.float32 = 0.0
        for k in range(4):
            total: T.float32 = 0.0
        A[i] = total

# ==== output ====
# tests/error/cell_redeclared.py:14:13: error: `total` is bound already; a cell needs a new name [RedeclaredCell]
#                 total: T.float32 = 0.0
#                 ^~~~~
# tests/error/cell_redeclared.py:12:9: note: bound here; `total = ...` changes a cell
#             total: T.float32 = 0.0
#             ^~~~~
