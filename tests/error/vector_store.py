# SPDX-License-Identifier: Apache-2.0
# A vector of eight elements stored in four.
# RUN: tirx check %s
# EXIT: 1
from tirx import script as T


@T.function
def f(A: T.Tensor((32,), "float32")):
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=1, block=32)):
        i = T.gpu.thread_idx("x")
        A[0:4] = A[0:8]

# ==== output ====
# tests/error/vector_store.py:12:18: error: an element of `A` takes float32x4, got float32x8 [WrongValueType]
#             A[0:4] = A[0:8]
#                      ^~~~~~
