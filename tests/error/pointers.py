# SPDX-License-Identifier: Apache-2.0
# Pointers are no arrays and no numbers; tensors are no variables; parameters of spliced functions do not change.
# RUN: tirx check %s
# EXIT: 1
from tirx import script as T


@T.inline
def next_of(x):
    x = x + 1.0
    return x


@T.function
def f(A: T.Tensor((32,), "float32"), p: T.handle("float32")):
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=1, block=32)):
        A[0] = p[3]
        q = p + 4
        A = 1.0
        A[1] = next_of(A[0])
        y: T.let[T.int32] = A[0]
        z: T.let[T.int32]

# ==== output ====
# tests/error/pointers.py:10:5: error: `x` is a parameter, which does not change; copy it into a cell: `x_now: T.float32 = x` [AssignedParameter]
#         x = x + 1.0
#         ^
# tests/error/pointers.py:9:13: note: `x` is declared here
#     def next_of(x):
#                 ^
# tests/error/pointers.py:20:16: note: called from here
#             A[1] = next_of(A[0])
#                    ^~~~~~~~~~~~~
# tests/error/pointers.py:17:16: error: a pointer to float32 value cannot be indexed [NotSubscriptable]
#             A[0] = p[3]
#                    ^~~~
# note: what lies there is a tensor: `T.decl_tensor(shape, dtype, data=pointer)`
# tests/error/pointers.py:18:13: error: `+` is not defined on values of the program; pointers move by `T.ptr_byte_offset(pointer, bytes, dtype)` [NoIrOperator]
#             q = p + 4
#                 ^~~~~
# tests/error/pointers.py:19:9: error: the tensor `A` cannot be assigned to [NotAssignable]
#             A = 1.0
#             ^
# note: store its elements, `A[i] = ...`, or choose another name
# tests/error/pointers.py:21:29: error: `y` takes int32, got float32; convert it with `T.cast` [WrongValueType]
#             y: T.let[T.int32] = A[0]
#                                 ^~~~
# tests/error/pointers.py:22:9: error: bad declaration: `z` needs a value [BadAnnotation]
#             z: T.let[T.int32]
#             ^~~~~~~~~~~~~~~~~
