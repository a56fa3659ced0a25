# SPDX-License-Identifier: Apache-2.0
# A misspelt type in an annotation.
# RUN: tirx check %s
# EXIT: 1
from tirx import script as T


@T.function
def f(A: T.Tensor((32,), "float32")):
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=1, block=32)):
        i = T.gpu.thread_idx("x")
        x: T.flaot32 = 0.0
        A[i] = x

# ==== output ====
# tests/error/unknown_type_name.py:12:14: error: `T` has no member `flaot32` [UnknownMember]
#             x: T.flaot32 = 0.0
#                  ^~~~~~~
# note: did you mean `T.float32`?
