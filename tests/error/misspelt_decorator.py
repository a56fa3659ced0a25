# SPDX-License-Identifier: Apache-2.0
# A misspelt decorator.
# RUN: tirx check %s
# EXIT: 1
from tirx import script as T


@T.fuction
def f(A: T.Tensor((32,), "float32")):
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=1, block=32)):
        A[T.gpu.thread_idx("x")] = 1.0

# ==== output ====
# tests/error/misspelt_decorator.py:8:4: error: `T` has no member `fuction` [UnknownMember]
#     @T.fuction
#        ^~~~~~~
# note: did you mean `T.function`?
