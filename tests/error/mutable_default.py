# SPDX-License-Identifier: Apache-2.0
# A list as a default, which every call would share.
# RUN: tirx check %s
# EXIT: 1
from tirx import script as T


@T.inline
def store(A, i, values=[]):
    values.append(A[i])
    A[i] = values[0]


@T.function
def f(A: T.Tensor((32,), "float32")):
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=1, block=32)):
        for k in range(4):
            store(A, k)

# ==== output ====
# tests/error/mutable_default.py:10:5: error: this list is a compile-time value from outside this loop or branch; changing it here would happen once, not each time the code runs [CompileTimeMutation]
#         values.append(A[i])
#         ^~~~~~~~~~~~~~~~~~~
# note: a loop over `T.static_range` is unrolled while compiling; what the program collects stands in a tensor, `T.alloc_local`
# tests/error/mutable_default.py:18:13: note: called from here
#                 store(A, k)
#                 ^~~~~~~~~~~
# tests/error/mutable_default.py:11:12: error: index 0 is outside a sequence of 0 items [IndexOutOfRange]
#         A[i] = values[0]
#                ^~~~~~~~~
# tests/error/mutable_default.py:18:13: note: called from here
#                 store(A, k)
#                 ^~~~~~~~~~~
