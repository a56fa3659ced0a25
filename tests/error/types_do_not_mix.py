# SPDX-License-Identifier: Apache-2.0
# Operands of different kinds, and a store that would narrow.
# RUN: tirx check %s
# EXIT: 1
from tirx import script as T


@T.function
def f(A: T.Tensor((64,), "float16"), B: T.Tensor((64,), "int32"), u: T.uint32, x: T.float32):
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=1, block=64)):
        i = T.gpu.thread_idx("x")
        A[i] = x
        B[i] = B[i] + u
        B[i] = B[i] / 2
        B[i] = B[i] * 0.5
        A[i] = 100000.0

# ==== output ====
# tests/error/types_do_not_mix.py:12:16: error: an element of `A` takes float16, got float32; convert it with `T.cast` [WrongValueType]
#             A[i] = x
#                    ^
# tests/error/types_do_not_mix.py:13:16: error: `+`: int32 and uint32 do not mix; convert one of them with `T.cast` [TypeMismatch]
#             B[i] = B[i] + u
#                    ^~~~~~~~
# tests/error/types_do_not_mix.py:14:16: error: `/`: operand `left` is int32; it must be a float; for integers use `//` (floor) or `T.truncdiv` [WrongOperandType]
#             B[i] = B[i] / 2
#                    ^~~~~~~~
# tests/error/types_do_not_mix.py:15:16: error: operands: the float literal `0.5` and int32 do not mix; convert one of them with `T.cast` [TypeMismatch]
#             B[i] = B[i] * 0.5
#                    ^~~~~~~~~~
# tests/error/types_do_not_mix.py:16:16: error: 100000.0 does not fit in float16, whose range is -65504.0 to 65504.0 [ConstantOutOfRange]
#             A[i] = 100000.0
#                    ^~~~~~~~
