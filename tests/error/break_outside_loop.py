# SPDX-License-Identifier: Apache-2.0
# `break` outside a loop.
# RUN: tirx check %s
# EXIT: 1
from tirx import script as T


@T.function
def f(A: T.Tensor((32,), "float32")):
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=1, block=32)):
        i = T.gpu.thread_idx("x")
        if i > 4:
            break
        A[i] = 0.0

# ==== output ====
# tests/error/break_outside_loop.py:13:13: error: `break` stands outside a loop [OutsideLoop]
#                 break
#                 ^~~~~
