# SPDX-License-Identifier: Apache-2.0
# RUN: tirx check %s
# EXIT: 1
# What `unroll=` and its annotation may be; a call of a global function takes its name.
from tirx import script as T


@T.function(private=True)
def twice(x: T.int32) -> T.int32:
    return x * 2


@T.function
def loops(A: T.Tensor((32,), "float32"), n: T.int32):
    for i in T.serial(4, unroll=0):
        A[i] = 1.0
    for i in T.serial(4, unroll=n):
        A[i] = 1.0
    for i in T.serial(4, annotations={"pragma_unroll_factor": "four"}):
        A[i] = 1.0


@T.function
def calls(A: T.Tensor((32,), "float32"), n: T.int32):
    T.call_packed(twice, n)
    T.call_packed(T.float32, n)
    T.call_packed("", n)
    A.view(-1, -1)


@T.function
def loads(A: T.Tensor((32,), "float32")):
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=1, block=32)):
        s = T.alloc_shared((32,), "float32")
        A[0:4] = T.cuda.ldg(s[0:4])
        A[0] = T.cuda.ldg(s.data)

# ==== output ====
# tests/error/loop_unrolling.py:15:33: error: `T.serial`: `unroll` is 0; it must be True, False or an integer from 1 on [BadCallArgument]
#         for i in T.serial(4, unroll=0):
#                                     ^
# tests/error/loop_unrolling.py:17:33: error: `T.serial`: `unroll` is <an int32 value>; it must be True, False or an integer from 1 on [BadCallArgument]
#         for i in T.serial(4, unroll=n):
#                                     ^
# tests/error/loop_unrolling.py:19:38: error: `T.serial`: `pragma_unroll_factor` is not a count; it must be an integer from 1 on [BadCallArgument]
#         for i in T.serial(4, annotations={"pragma_unroll_factor": "four"}):
#                                          ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
# tests/error/loop_unrolling.py:25:19: error: `T.call_packed`: `function` is a function of the script; it must be a string; functions of the script are called by their own name [BadCallArgument]
#         T.call_packed(twice, n)
#                       ^~~~~
# tests/error/loop_unrolling.py:26:19: error: `T.call_packed`: `function` is a dtype; it must be a string or a number [BadCallArgument]
#         T.call_packed(T.float32, n)
#                       ^~~~~~~~~
# tests/error/loop_unrolling.py:27:5: error: `T.call_packed`: `function` is ""; it must be the name of a global function [BadAttribute]
#         T.call_packed("", n)
#         ^~~~~~~~~~~~~~~~~~~~
# tests/error/loop_unrolling.py:28:5: error: `A` cannot be viewed like this: only one extent can be -1, which is what the others leave [BadView]
#         A.view(-1, -1)
#         ^~~~~~~~~~~~~~
# tests/error/loop_unrolling.py:35:29: error: `T.cuda.ldg`: operand `element` is float32x4; it must be in global memory, not in `shared` [WrongOperandType]
#             A[0:4] = T.cuda.ldg(s[0:4])
#                                 ^~~~~~
# tests/error/loop_unrolling.py:36:27: error: `T.cuda.ldg`: operand `element` is pointer to float32; it must be in global memory, not in `shared` [WrongOperandType]
#             A[0] = T.cuda.ldg(s.data)
#                               ^~~~~~
