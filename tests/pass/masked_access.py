# SPDX-License-Identifier: Apache-2.0
# Masked loads and stores of elements, vectors, and through pointers.
# RUN: tirx lower %s --arch sm_90a --verify --print-after lower-masked-access
# RUN: tirx lower %s --arch sm_90a --show source

from tirx import script as T


@T.function
def elements(A: T.Tensor(("n",), "float16"), B: T.Tensor(("n",), "float16")):
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=T.ceildiv(A.shape[0], 128), block=128)):
        i = T.gpu.block_idx("x") * 128 + T.gpu.thread_idx("x")
        inside = i < A.shape[0]
        x = T.masked_load(A[i], inside, 0)
        T.masked_store(B[i], x * x, inside)


@T.function
def vectors(A: T.Tensor(("n", 4), "float32", align=16), B: T.Tensor(("n", 4), "float32", align=16)):
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=T.ceildiv(A.shape[0], 128), block=128)):
        i = T.gpu.block_idx("x") * 128 + T.gpu.thread_idx("x")
        inside = i < A.shape[0]
        v = T.masked_load(A[i, 0:4], inside, 1.0)
        B.vstore([i, 0], v + v, inside)


@T.function
def pointers(p: T.handle("int32"), A: T.Tensor((64,), "int32"), n: T.int32):
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=1, block=64)):
        i = T.gpu.thread_idx("x")
        near = T.address_of(A[i])
        if i > 0:
            far = T.masked_load(T.ptr_byte_offset(p, i * 4, "int32"), i < n, -1)
            T.masked_store(near, far + T.masked_load(A.ptr_to([i]), i % 2 == 0, 0), far >= 0)

# ==== output ====
# $ tirx lower %s --arch sm_90a --verify --print-after lower-masked-access
# # after lower-masked-access
# from tirx import script as T
# from tirx.script import ir as I
#
#
# @I.ir_module
# class Module:
#     @T.function
#     def elements(A: T.Tensor(("n",), "float16"), B: T.Tensor(("n",), "float16")):
#         T.func_attr(
#             {
#                 "backend_config": "{\"cuda\":{\"arch\":\"sm_90a\",\"compiler\":\"nvrtc\",\"nvcc\":[\"--use_fast_math\"],\"nvrtc\":[\"--use_fast_math\"],\"ptxas\":[\"-v\",\"--warn-on-local-memory-usage\",\"--register-usage-level=10\"]}}",
#                 "target": T.target(
#                     {"arch": "sm_90a", "host": T.target({"kind": "c"}), "kind": "cuda"}
#                 ),
#             }
#         )
#         with T.device_entry(
#             launch=T.gpu.LaunchConfig(grid=(n + 127) // 128, block=128),
#             backend_config={
#                 "cuda": {
#                     "arch": "sm_90a",
#                     "compiler": "nvrtc",
#                     "nvcc": ["--use_fast_math"],
#                     "nvrtc": ["--use_fast_math"],
#                     "ptxas": ["-v", "--warn-on-local-memory-usage", "--register-usage-level=10"],
#                 }
#             },
#             target=T.target({"arch": "sm_90a", "host": None, "kind": "cuda"}),
#         ):
#             i = T.gpu.block_idx("x") * 128 + T.gpu.thread_idx("x")
#             inside = T.cast(i, "int64") < n
#             x = T.if_then_else(inside, A[i], T.float16(0.0))
#             if inside:
#                 B[i] = x * x
#
#     @T.function
#     def vectors(
#         A: T.Tensor(("n", 4), "float32", align=16), B: T.Tensor(("n", 4), "float32", align=16)
#     ):
#         T.func_attr(
#             {
#                 "backend_config": "{\"cuda\":{\"arch\":\"sm_90a\",\"compiler\":\"nvrtc\",\"nvcc\":[\"--use_fast_math\"],\"nvrtc\":[\"--use_fast_math\"],\"ptxas\":[\"-v\",\"--warn-on-local-memory-usage\",\"--register-usage-level=10\"]}}",
#                 "target": T.target(
#                     {"arch": "sm_90a", "host": T.target({"kind": "c"}), "kind": "cuda"}
#                 ),
#             }
#         )
#         with T.device_entry(
#             launch=T.gpu.LaunchConfig(grid=(n + 127) // 128, block=128),
#             backend_config={
#                 "cuda": {
#                     "arch": "sm_90a",
#                     "compiler": "nvrtc",
#                     "nvcc": ["--use_fast_math"],
#                     "nvrtc": ["--use_fast_math"],
#                     "ptxas": ["-v", "--warn-on-local-memory-usage", "--register-usage-level=10"],
#                 }
#             },
#             target=T.target({"arch": "sm_90a", "host": None, "kind": "cuda"}),
#         ):
#             i = T.gpu.block_idx("x") * 128 + T.gpu.thread_idx("x")
#             inside = T.cast(i, "int64") < n
#             v = T.if_then_else(inside, A[i, T.Ramp(0, 1, 4)], T.Broadcast(1.0, 4))
#             if inside:
#                 B[i, T.Ramp(0, 1, 4)] = v + v
#
#     @T.function
#     def pointers(p: T.handle("int32"), A: T.Tensor((64,), "int32"), n: T.int32):
#         T.func_attr(
#             {
#                 "backend_config": "{\"cuda\":{\"arch\":\"sm_90a\",\"compiler\":\"nvrtc\",\"nvcc\":[\"--use_fast_math\"],\"nvrtc\":[\"--use_fast_math\"],\"ptxas\":[\"-v\",\"--warn-on-local-memory-usage\",\"--register-usage-level=10\"]}}",
#                 "target": T.target(
#                     {"arch": "sm_90a", "host": T.target({"kind": "c"}), "kind": "cuda"}
#                 ),
#             }
#         )
#         with T.device_entry(
#             launch=T.gpu.LaunchConfig(grid=1, block=64),
#             backend_config={
#                 "cuda": {
#                     "arch": "sm_90a",
#                     "compiler": "nvrtc",
#                     "nvcc": ["--use_fast_math"],
#                     "nvrtc": ["--use_fast_math"],
#                     "ptxas": ["-v", "--warn-on-local-memory-usage", "--register-usage-level=10"],
#                 }
#             },
#             target=T.target({"arch": "sm_90a", "host": None, "kind": "cuda"}),
#         ):
#             i = T.gpu.thread_idx("x")
#             near = T.address_of(A[i])
#             if i > 0:
#                 element = T.decl_tensor((1,), "int32", data=T.ptr_byte_offset(p, i * 4, "int32"))
#                 far = T.if_then_else(i < n, element[0], -1)
#                 near_1 = T.decl_tensor((1,), "int32", data=near)
#                 if far >= 0:
#                     near_1[0] = far + T.if_then_else(i % 2 == 0, A[i], 0)
# $ tirx lower %s --arch sm_90a --show source
# #include <cuda_fp16.h>
#
# extern "C" __global__ void __launch_bounds__(128) elements_kernel(const half* __restrict__ A_ptr, half* __restrict__ B_ptr, long long n) {
#   int i = (int)blockIdx.x * 128 + (int)threadIdx.x;
#   bool inside = i < n;
#   half x = inside ? A_ptr[i] : __ushort_as_half(0x0000/*0.0f*/);
#   if (inside) {
#     B_ptr[i] = x * x;
#   }
# }
#
# extern "C" __global__ void __launch_bounds__(128) vectors_kernel(const float* __restrict__ A_ptr, float* __restrict__ B_ptr, long long n) {
#   int i = (int)blockIdx.x * 128 + (int)threadIdx.x;
#   bool inside = i < n;
#   float4 v = inside ? *(const float4*)(A_ptr + i * 4LL) : make_float4(1.0f, 1.0f, 1.0f, 1.0f);
#   if (inside) {
#     *(float4*)(B_ptr + i * 4LL) = make_float4(v.x + v.x, v.y + v.y, v.z + v.z, v.w + v.w);
#   }
# }
#
# extern "C" __global__ void __launch_bounds__(64) pointers_kernel(int* __restrict__ A_ptr, int* __restrict__ p, int n) {
#   int i = (int)threadIdx.x;
#   int* near = &A_ptr[i];
#   if (i > 0) {
#     int* element = (int*)((char*)p + i * 4);
#     int far = i < n ? element[0] : -1;
#     if (far >= 0) {
#       near[0] = far + (i % 2 == 0 ? A_ptr[i] : 0);
#     }
#   }
# }
