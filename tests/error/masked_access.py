# SPDX-License-Identifier: Apache-2.0
# Masked accesses with a mask that is no bool, a fallback of another type, something that is no element.
# RUN: tirx check %s
# EXIT: 1
from tirx import script as T


@T.function
def f(A: T.Tensor((32,), "float32"), B: T.Tensor((32,), "int32")):
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=1, block=32)):
        i = T.gpu.thread_idx("x")
        x = A[i]
        a = T.masked_load(A[i], i, 0.0)
        b = T.masked_load(A[i], i < 5, i)
        c = T.masked_load(x + 1.0, i < 5, 0.0)
        T.masked_store(B[i], x, i < 5)
        T.masked_store(A[i], i < 5)

# ==== output ====
# tests/error/masked_access.py:13:33: error: `T.masked_load`: operand `mask` is int32; it must be one bool [WrongOperandType]
#             a = T.masked_load(A[i], i, 0.0)
#                                     ^
# tests/error/masked_access.py:14:40: error: `T.masked_load`: operand `fallback` is int32; it must be float32 like the element [WrongOperandType]
#             b = T.masked_load(A[i], i < 5, i)
#                                            ^
# tests/error/masked_access.py:15:27: error: `T.masked_load`: operand `element` is float32; it must be an element of a tensor, A[i], or a pointer to one [WrongOperandType]
#             c = T.masked_load(x + 1.0, i < 5, 0.0)
#                               ^~~~~~~
# tests/error/masked_access.py:16:30: error: `T.masked_store`: operand `value` is float32; it must be int32 like the element [WrongOperandType]
#             T.masked_store(B[i], x, i < 5)
#                                  ^
# tests/error/masked_access.py:17:9: error: `T.masked_store` needs an argument for `mask` [MissingArgument]
#             T.masked_store(A[i], i < 5)
#             ^~~~~~~~~~~~~~~~~~~~~~~~~~~
