# SPDX-License-Identifier: Apache-2.0
# An atomic operation on a value instead of an element.
# RUN: tirx check %s
# EXIT: 1
from tirx import script as T


@T.function
def f(A: T.Tensor((32,), "float32")):
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=1, block=32)):
        i = T.gpu.thread_idx("x")
        T.gpu.atomic_add(A[i] + 1.0, 2.0)

# ==== output ====
# tests/error/atomic_on_value.py:12:26: error: `T.gpu.atomic_add`: operand `element` is float32; it must be an element of a tensor, A[i], or a pointer to one [WrongOperandType]
#             T.gpu.atomic_add(A[i] + 1.0, 2.0)
#                              ^~~~~~~~~~
