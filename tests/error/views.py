# SPDX-License-Identifier: Apache-2.0
# Views and pointers that cannot be.
# RUN: tirx check %s
# EXIT: 1
from tirx import script as T


@T.function
def f(A: T.Tensor((8, 16), "float32"), B: T.Tensor((8, 4), "float32", strides=("s", 1))):
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=1, block=32)):
        a = A.view(3, 16)
        b = A.view(-1, 7)
        c = B.view(32)
        d = A.view("floot16")
        e = A.ptr_to([1])
        g = A.ptr_to([1, -1])
        h = A.access_ptr("x")
        i = A.vload([0, 0], "float16x2")
        j = T.address_of(A[0, 0] + 1.0)
        k = A.vieww(4)
        l = T.ptr_byte_offset(A.data, 1.5, "float32")
        m = A[0, -1]
        n = T.decl_tensor((-4,), "float32", data=A.data)
        o = T.call_extern("int32", "abs", 5)

# ==== output ====
# tests/error/views.py:11:13: error: `A` cannot be viewed like this: it has 128 elements, the shape 48 [BadView]
#             a = A.view(3, 16)
#                 ^~~~~~~~~~~~~
# tests/error/views.py:12:13: error: `A` cannot be viewed like this: it has 128 elements, the shape 7 [BadView]
#             b = A.view(-1, 7)
#                 ^~~~~~~~~~~~~
# tests/error/views.py:13:13: error: `B` cannot be viewed like this: its strides leave gaps or change the order [BadView]
#             c = B.view(32)
#                 ^~~~~~~~~~
# tests/error/views.py:14:20: error: `floot16` is not a data type [UnknownDType]
#             d = A.view("floot16")
#                        ^~~~~~~~~
# note: did you mean `float16`?
# tests/error/views.py:15:22: error: `A` has 2 dimensions but is indexed with 1 [WrongIndexCount]
#             e = A.ptr_to([1])
#                          ^~~
# tests/error/views.py:16:22: error: index -1 is negative; indices of tensors count from 0 [NegativeIndex]
#             g = A.ptr_to([1, -1])
#                          ^~~~~~~
# tests/error/views.py:17:26: error: `access_ptr`: `access` is x; it must be "r", "w" or "rw" [BadCallArgument]
#             h = A.access_ptr("x")
#                              ^~~
# tests/error/views.py:18:29: error: `vload`: `dtype` is float16x2; it must be a vector of float32 [BadCallArgument]
#             i = A.vload([0, 0], "float16x2")
#                                 ^~~~~~~~~~~
# tests/error/views.py:19:26: error: `T.address_of`: operand `element` is float32; it must be an element of a tensor, A[i], or a tensor map [WrongOperandType]
#             j = T.address_of(A[0, 0] + 1.0)
#                              ^~~~~~~~~~~~~
# tests/error/views.py:20:15: error: the tensor `A` has no attribute `vieww` [UnknownAttribute]
#             k = A.vieww(4)
#                   ^~~~~
# note: did you mean `view`?
# tests/error/views.py:21:39: error: operands: the float literal `1.5` and handle do not mix; convert one of them with `T.cast` [TypeMismatch]
#             l = T.ptr_byte_offset(A.data, 1.5, "float32")
#                                           ^~~
# tests/error/views.py:22:18: error: index -1 is negative; indices of tensors count from 0 [NegativeIndex]
#             m = A[0, -1]
#                      ^~
# tests/error/views.py:23:13: error: `shape`: `extent` is -4; it must be at least 0 [BadCallArgument]
#             n = T.decl_tensor((-4,), "float32", data=A.data)
#                 ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
# tests/error/views.py:24:13: error: C functions cannot be called by their symbol: register the function with tvm-ffi and use `T.call_packed`; in a kernel, bring its text along with the `func_call` of the backend [NoExternCalls]
#             o = T.call_extern("int32", "abs", 5)
#                 ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
