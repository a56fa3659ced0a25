# SPDX-License-Identifier: Apache-2.0
# CUDA has no form of this type: it is moved as its bits, never computed with.
# RUN: tirx lower %s --arch sm_90a --show source
# EXIT: 1
from tirx import script as T


@T.function
def f(A: T.Tensor((64,), "float8_e4m3fnuz"), B: T.Tensor((64,), "float32")):
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=1, block=64)):
        i = T.gpu.thread_idx("x")
        B[i] = T.cast(A[i], "float32")
        A[i] = A[i] * 2.0

# ==== output ====
# tests/error/type_without_conversion.py:12:16: error: target `cuda` cannot convert float8_e4m3fnuz to float32; values of a type that it does not have can be loaded, stored and given to `T.reinterpret` [NotComputed]
#             B[i] = T.cast(A[i], "float32")
#                    ^~~~~~~~~~~~~~~~~~~~~~~
# tests/error/type_without_conversion.py:13:16: error: target `cuda` cannot convert float8_e4m3fnuz to float32; values of a type that it does not have can be loaded, stored and given to `T.reinterpret` [NotComputed]
#             A[i] = A[i] * 2.0
#                    ^~~~
# tests/error/type_without_conversion.py:13:16: error: target `cuda` cannot convert float32 to float8_e4m3fnuz; values of a type that it does not have can be loaded, stored and given to `T.reinterpret` [NotComputed]
#             A[i] = A[i] * 2.0
#                    ^~~~~~~~~~
