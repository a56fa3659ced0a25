# SPDX-License-Identifier: Apache-2.0
# A compile-time list indexed with a value of the program.
# RUN: tirx check %s
# EXIT: 1
from tirx import script as T


@T.function
def f(A: T.Tensor((32,), "float32")):
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=1, block=32)):
        i = T.gpu.thread_idx("x")
        weights = [1.0, 2.0, 4.0]
        A[i] = weights[i % 3]

# ==== output ====
# tests/error/list_with_value_index.py:13:16: error: the index of a sequence must be a compile-time integer, got an int32 value [CompileTimeRequired]
#             A[i] = weights[i % 3]
#                    ^~~~~~~~~~~~~~
# note: what the program indexes is a tensor: store the items in one, `T.alloc_local`
