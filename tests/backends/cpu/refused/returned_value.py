# SPDX-License-Identifier: Apache-2.0
# A value cannot be returned from the middle of what becomes a kernel.
# RUN: tirx lower %s --target cpu --show source
# EXIT: 1
from tirx import script as T


@T.function
def value(A: T.Tensor(("n",), "int32")) -> T.int32:
    for i in range(A.shape[0]):
        if A[i] > 0:
            return T.int32(1)
    return T.int32(0)

# ==== output ====
# tests/backends/cpu/refused/returned_value.py:10:5: error: cpu has no `return` of a value behind loops over tensors: the function returns inside of a part of it [BackendLacks]
#         for i in range(A.shape[0]):
#         ^~~~~~~~~~~~~~~~~~~~~~~~~~
# note: kernels give their results in tensors
