# SPDX-License-Identifier: Apache-2.0
# An atomic operation with a value of another type.
# RUN: tirx check %s
# EXIT: 1
from tirx import script as T


@T.function
def f(A: T.Tensor((32,), "float32")):
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=1, block=32)):
        i = T.gpu.thread_idx("x")
        T.gpu.atomic_add(A[i], i)

# ==== output ====
# tests/error/atomic_type.py:12:32: error: `T.gpu.atomic_add`: operand `value` is int32; it must be float32 like the element [WrongOperandType]
#             T.gpu.atomic_add(A[i], i)
#                                    ^
