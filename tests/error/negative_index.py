# SPDX-License-Identifier: Apache-2.0
# A negative index counts from the end in Python only.
# RUN: tirx check %s
# EXIT: 1
from tirx import script as T


@T.function
def f(A: T.Tensor((32,), "float32")):
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=1, block=32)):
        i = T.gpu.thread_idx("x")
        A[-1] = 0.0

# ==== output ====
# tests/error/negative_index.py:12:11: error: index -1 is negative; indices of tensors count from 0 [NegativeIndex]
#             A[-1] = 0.0
#               ^~
