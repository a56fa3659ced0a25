# SPDX-License-Identifier: Apache-2.0
# A loop that counts down.
# RUN: tirx check %s
# EXIT: 1
from tirx import script as T


@T.function
def f(A: T.Tensor((32,), "float32")):
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=1, block=32)):
        i = T.gpu.thread_idx("x")
        for k in range(31, -1, -1):
            A[k] = 0.0

# ==== output ====
# tests/error/range_backwards.py:12:18: error: the step of a loop is -1; it must be positive [LoopStep]
#             for k in range(31, -1, -1):
#                      ^~~~~~~~~~~~~~~~~
# note: count upwards, and down in the body: `for k in range(n): i = n - 1 - k`
