# SPDX-License-Identifier: Apache-2.0
# Iterating over a tensor.
# RUN: tirx check %s
# EXIT: 1
from tirx import script as T


@T.function
def f(A: T.Tensor((32,), "float32")):
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=1, block=32)):
        i = T.gpu.thread_idx("x")
        for x in A:
            A[i] = x

# ==== output ====
# tests/error/loop_over_tensor.py:12:18: error: the tensor `A` cannot be iterated over while compiling: loop over its indices, `for i in range(A.shape[0])` [NotIterable]
#             for x in A:
#                      ^
