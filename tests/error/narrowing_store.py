# SPDX-License-Identifier: Apache-2.0
# A float32 stored in a float16 tensor.
# RUN: tirx check %s
# EXIT: 1
from tirx import script as T


@T.function
def f(A: T.Tensor((32,), "float16"), B: T.Tensor((32,), "float32")):
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=1, block=32)):
        i = T.gpu.thread_idx("x")
        A[i] = B[i]

# ==== output ====
# tests/error/narrowing_store.py:12:16: error: an element of `A` takes float16, got float32; convert it with `T.cast` [WrongValueType]
#             A[i] = B[i]
#                    ^~~~
