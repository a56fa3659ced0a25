# SPDX-License-Identifier: Apache-2.0
# A misspelt keyword of an allocation.
# RUN: tirx check %s
# EXIT: 1
from tirx import script as T


@T.function
def f(A: T.Tensor((32,), "float32")):
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=1, block=32)):
        i = T.gpu.thread_idx("x")
        S = T.alloc_shared((32,), "float32", aling=16)
        S[i] = A[i]

# ==== output ====
# tests/error/unknown_keyword.py:12:46: error: `T.alloc_shared` has no parameter `aling` [UnknownArgument]
#             S = T.alloc_shared((32,), "float32", aling=16)
#                                                  ^~~~~
# note: did you mean `align`?
