# SPDX-License-Identifier: Apache-2.0
# Floats of 8 bits cannot be converted here.
# RUN: tirx lower %s --target cpu --show source
# EXIT: 1
from tirx import script as T


@T.function
def narrow(A: T.Tensor(("n",), "float32"), B: T.Tensor(("n",), "float8_e4m3fn")):
    for i in T.parallel(A.shape[0]):
        B[i] = T.cast(A[i], "float8_e4m3fn")

# ==== output ====
# tests/backends/cpu/refused/types.py:11:16: error: target `cpu` cannot convert float32 to float8_e4m3fn; values of a type that it does not have can be loaded, stored and given to `T.reinterpret` [NotComputed]
#             B[i] = T.cast(A[i], "float8_e4m3fn")
#                    ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~
