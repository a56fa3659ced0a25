# SPDX-License-Identifier: Apache-2.0
# Reductions over threads in places and of types that they cannot be made of.
# RUN: tirx check %s
# EXIT: 1
from tirx import script as T


@T.function
def f(A: T.Tensor((32,), "float32"), H: T.Tensor((32,), "float16")):
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=1, block=32)):
        i = T.gpu.thread_idx("x")
        x, h = A[i], H[i]
        a = T.gpu.thread_allreduce(x, "xor")
        b = T.gpu.thread_allreduce(h, "sum")
        c = T.gpu.thread_allreduce(x, "mean")
        s = T.alloc_shared((32,), "int32")
        e = T.cuda.cta_reduce(x, "sum", 1, s[0])
        k = T.cuda.cta_reduce(x, "sum", 3, A[0])
        d = T.gpu.thread_allreduce(x, "sum", axes="w")

# ==== output ====
# tests/error/thread_allreduce.py:13:36: error: `T.gpu.thread_allreduce`: operand `value` is float32; it must be an integer for `xor` [WrongOperandType]
#             a = T.gpu.thread_allreduce(x, "xor")
#                                        ^
# tests/error/thread_allreduce.py:14:36: error: `T.gpu.thread_allreduce`: operand `value` is float16; it must be int32, int64, uint32, uint64, float32 or float64 [WrongOperandType]
#             b = T.gpu.thread_allreduce(h, "sum")
#                                        ^
# tests/error/thread_allreduce.py:15:13: error: `T.gpu.thread_allreduce`: `reducer` is "mean"; it must be "sum", "prod", "min", "max", "and", "or" or "xor" [BadAttribute]
#             c = T.gpu.thread_allreduce(x, "mean")
#                 ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
# tests/error/thread_allreduce.py:17:44: error: `T.cuda.cta_reduce`: operand `scratch` is int32; it must be float32 like the value [WrongOperandType]
#             e = T.cuda.cta_reduce(x, "sum", 1, s[0])
#                                                ^~~~
# tests/error/thread_allreduce.py:18:13: error: `T.cuda.cta_reduce`: `num_warps` is 3; it must be a power of two up to 32 [BadAttribute]
#             k = T.cuda.cta_reduce(x, "sum", 3, A[0])
#                 ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
# tests/error/thread_allreduce.py:19:13: error: `T.gpu.thread_allreduce`: `axes` is "w"; it must be "x", "y", "z", "xy", "xz", "yz" or "xyz" [BadAttribute]
#             d = T.gpu.thread_allreduce(x, "sum", axes="w")
#                 ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
