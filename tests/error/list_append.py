# SPDX-License-Identifier: Apache-2.0
# A compile-time list grows in a loop of the program.
# RUN: tirx check %s
# EXIT: 1
from tirx import script as T


@T.function
def f(A: T.Tensor((32,), "float32")):
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=1, block=32)):
        i = T.gpu.thread_idx("x")
        parts = []
        for k in range(4):
            parts.append(A[k])
        A[i] = parts[0]

# ==== output ====
# tests/error/list_append.py:14:13: error: this list is a compile-time value from outside this loop or branch; changing it here would happen once, not each time the code runs [CompileTimeMutation]
#                 parts.append(A[k])
#                 ^~~~~~~~~~~~~~~~~~
# note: a loop over `T.static_range` is unrolled while compiling; what the program collects stands in a tensor, `T.alloc_local`
# tests/error/list_append.py:15:16: error: index 0 is outside a sequence of 0 items [IndexOutOfRange]
#             A[i] = parts[0]
#                    ^~~~~~~~
