# SPDX-License-Identifier: Apache-2.0
# `else` of a loop of the program.
# RUN: tirx check %s
# EXIT: 1
from tirx import script as T


@T.function
def f(A: T.Tensor((32,), "float32")):
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=1, block=32)):
        i = T.gpu.thread_idx("x")
        for k in range(4):
            A[k] = 0.0
        else:
            A[i] = 1.0

# ==== output ====
# tests/error/else_of_loop.py:12:9: error: `else` of a loop of the program is not part of TIRx script [UnsupportedSyntax]
#             for k in range(4):
#             ^~~~~~~~~~~~~~~~~
# note: set a cell before `break` and test it after the loop
