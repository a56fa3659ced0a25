# SPDX-License-Identifier: Apache-2.0
# Which parts of a function are entries, and which stay on the host.
# RUN: tirx lower %s --target cpu --print-after cpu-enter-loops
from tirx import script as T


@T.function
def divided(A: T.Tensor(("n",), "int32"), B: T.Tensor(("n",), "int32"), rounds: T.int32):
    last = A.shape[0] - 1
    assert last >= 0, "empty"
    B[0] = 0
    half = last // 2
    B[1] = T.cast(half, "int32")
    for t in range(rounds):
        T.call_packed("test.round", t)
        for i in T.parallel(1, last, step=2):
            B[i] = A[i] + t
    for i in T.parallel(4):
        for j in T.parallel(4):
            A[i * 4 + j] = 0


@T.function
def early(A: T.Tensor(("n",), "int32"), stop: T.int32):
    if stop == 0:
        A[0] = 1
        return
    for t in range(10):
        if t == stop:
            break
        for i in T.parallel(A.shape[0]):
            A[i] = A[i] + t


@T.function
def whole(A: T.Tensor(("n",), "int32")):
    first = A[0]
    for i in T.parallel(A.shape[0]):
        A[i] = A[i] + first

# ==== output ====
# # after cpu-enter-loops
# from tirx import script as T
# from tirx.script import ir as I
#
#
# @I.ir_module
# class Module:
#     @T.function
#     def divided(A: T.Tensor(("n",), "int32"), B: T.Tensor(("n",), "int32"), rounds: T.int32):
#         last = n - 1
#         assert last >= 0, ("RuntimeError", ["empty"])
#         half = last // 2
#         with T.device_entry(launch=T.gpu.LaunchConfig(grid=1, block=1)):
#             B[0] = 0
#             B[1] = T.cast(half, "int32")
#         for t in range(rounds):
#             T.call_packed("test.round", t)
#             with T.device_entry(
#                 launch=T.gpu.LaunchConfig(grid=T.max((last - 1 + 1) // 2, 0), block=1)
#             ):
#                 i = 1 + T.cast(T.gpu.block_idx("x"), "int64") * 2
#                 B[i] = A[i] + t
#         with T.device_entry(launch=T.gpu.LaunchConfig(grid=4, block=1)):
#             i = T.gpu.block_idx("x")
#             for j in T.serial(4, annotations={"not_parallel": "it stands inside of another one"}):
#                 A[i * 4 + j] = 0
#
#     @T.function
#     def early(A: T.Tensor(("n",), "int32"), stop: T.int32):
#         if stop == 0:
#             with T.device_entry(launch=T.gpu.LaunchConfig(grid=1, block=1)):
#                 A[0] = 1
#             return
#         for t in range(10):
#             if t == stop:
#                 break
#             with T.device_entry(launch=T.gpu.LaunchConfig(grid=T.max(n, 0), block=1)):
#                 i = T.cast(T.gpu.block_idx("x"), "int64")
#                 A[i] = A[i] + t
#
#     @T.function
#     def whole(A: T.Tensor(("n",), "int32")):
#         with T.device_entry(launch=T.gpu.LaunchConfig(grid=1, block=1)):
#             first = A[0]
#             for i in T.serial(
#                 n, annotations={"not_parallel": "it uses `first`, which is made outside of it"}
#             ):
#                 A[i] = A[i] + first
