# SPDX-License-Identifier: Apache-2.0
# A whole tensor where a number must stand.
# RUN: tirx check %s
# EXIT: 1
from tirx import script as T


@T.function
def f(A: T.Tensor((32,), "float32")):
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=1, block=32)):
        i = T.gpu.thread_idx("x")
        A[i] = A * 2.0

# ==== output ====
# tests/error/tensor_as_value.py:12:16: error: the tensor `A` is not a value: index it, as in `A[i]` [NotAValue]
#             A[i] = A * 2.0
#                    ^~~~~~~
