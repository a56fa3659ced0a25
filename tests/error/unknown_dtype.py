# SPDX-License-Identifier: Apache-2.0
# A type that does not exist.
# RUN: tirx check %s
# EXIT: 1
from tirx import script as T


@T.function
def f(A: T.Tensor((32,), "float32")):
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=1, block=32)):
        i = T.gpu.thread_idx("x")
        A[i] = T.cast(i, "float31")

# ==== output ====
# tests/error/unknown_dtype.py:12:26: error: `float31` is not a data type [UnknownDType]
#             A[i] = T.cast(i, "float31")
#                              ^~~~~~~~~
# note: did you mean `float32`?
