# SPDX-License-Identifier: Apache-2.0
# Tensors of elements that begin within a byte; a cell is no tensor in memory.
# RUN: tirx lower %s --arch sm_100a
# EXIT: 1
from tirx import script as T


@T.function
def packed(A: T.Tensor((64,), "float4_e2m1fn"), B: T.Tensor((64,), "float32")):
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=1, block=64)):
        i = T.gpu.thread_idx("x")
        B[i] = T.cast(A[i], "float32")


@T.function
def vectors(A: T.Tensor((64,), "uint4x8")):
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=1, block=64)):
        s = T.alloc_shared((64,), "float6_e2m3fn")
        b = T.alloc_local((8,), "uint1")
        cell: T.float4_e2m1fn = 1.0
        if cell < 2.0:
            A[0] = A[1]

# ==== output ====
# tests/error/sub_byte_elements.py:9:12: error: `A` has elements of float4_e2m1fn: types of less than 8 bits have no addresses; store them packed into `uint8` and convert with `T.reinterpret` [SubByteElements]
#     def packed(A: T.Tensor((64,), "float4_e2m1fn"), B: T.Tensor((64,), "float32")):
#                ^
# tests/error/sub_byte_elements.py:16:13: error: `A` has elements of uint4x8: types of less than 8 bits have no addresses; store them packed into `uint8` and convert with `T.reinterpret` [SubByteElements]
#     def vectors(A: T.Tensor((64,), "uint4x8")):
#                 ^
# tests/error/sub_byte_elements.py:18:13: error: `s` has elements of float6_e2m3fn: types of less than 8 bits have no addresses; store them packed into `uint8` and convert with `T.reinterpret` [SubByteElements]
#             s = T.alloc_shared((64,), "float6_e2m3fn")
#                 ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
# tests/error/sub_byte_elements.py:19:13: error: `b` has elements of uint1: types of less than 8 bits have no addresses; store them packed into `uint8` and convert with `T.reinterpret` [SubByteElements]
#             b = T.alloc_local((8,), "uint1")
#                 ^~~~~~~~~~~~~~~~~~~~~~~~~~~~
