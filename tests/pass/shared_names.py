# SPDX-License-Identifier: Apache-2.0
# Common subexpressions: long indices and repeated mathematics get names, short ones stay, guards are kept.
# RUN: tirx lower %s --arch sm_90a --verify --print-after share-subexpressions
# RUN: tirx lower %s --arch sm_90a --show source

from tirx import script as T


@T.function
def stencil(A: T.Tensor(("h", "w"), "float32"), B: T.Tensor(("h", "w"), "float32")):
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=A.shape[0], block=256)):
        row = T.gpu.block_idx("x")
        for column in T.serial(1, A.shape[1] - 1):
            B[row, column] = A[row, column] + (A[row, column - 1] + A[row, column + 1]) * 0.5
            if A[row, column] > 4.0:
                B[row, column] += 1.0


@T.function
def weights(A: T.Tensor((256,), "float32"), B: T.Tensor((256,), "float32"), f: T.float32, d: T.int32):
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=1, block=64)):
        i = T.gpu.thread_idx("x")
        x = A[i]
        B[i] = T.exp(x * f) / (T.exp(x * f) + 1.0)
        B[i + 1] = x * f
        if d != 0:
            B[i + 2 + i // d] = 1.0
            A[i + 2 + i // d] = 2.0
        if d > 1:
            B[i // d] = 3.0


@T.function
def tiles(A: T.Tensor((64, 64, 64), "float16"), B: T.Tensor((64, 64, 64), "float16")):
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=64, block=(8, 8))):
        b, x, y = T.gpu.block_idx("x"), T.gpu.thread_idx("x"), T.gpu.thread_idx("y")
        for k in T.unroll(2):
            for j in T.vectorized(8):
                B[b, y * 8 + k, x * 8 + j] = A[b, x * 8 + k, y * 8 + j] + A[b, y * 8 + k, x * 8 + j]

# ==== output ====
# $ tirx lower %s --arch sm_90a --verify --print-after share-subexpressions
# # after share-subexpressions
# from tirx import script as T
# from tirx.script import ir as I
#
#
# @I.ir_module
# class Module:
#     @T.function
#     def stencil(A: T.Tensor(("h", "w"), "float32"), B: T.Tensor(("h", "w"), "float32")):
#         T.func_attr(
#             {
#                 "backend_config": "{\"cuda\":{\"arch\":\"sm_90a\",\"compiler\":\"nvrtc\",\"nvcc\":[\"--use_fast_math\"],\"nvrtc\":[\"--use_fast_math\"],\"ptxas\":[\"-v\",\"--warn-on-local-memory-usage\",\"--register-usage-level=10\"]}}",
#                 "target": T.target(
#                     {"arch": "sm_90a", "host": T.target({"kind": "c"}), "kind": "cuda"}
#                 ),
#             }
#         )
#         A_1 = T.decl_tensor((h * w,), "float32", data=T.tensor_data_ptr(A))
#         B_1 = T.decl_tensor((h * w,), "float32", data=T.tensor_data_ptr(B))
#         with T.device_entry(
#             launch=T.gpu.LaunchConfig(grid=h, block=256),
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
#             row = T.gpu.block_idx("x")
#             for column in T.serial(1, extent=w - 2):
#                 index = T.cast(row, "int64") * w + column
#                 B_1[index] = (
#                     A_1[index]
#                     + (
#                         A_1[T.cast(row, "int64") * w + (column - 1)]
#                         + A_1[T.cast(row, "int64") * w + (column + 1)]
#                     )
#                     * 0.5
#                 )
#                 if A_1[index] > 4.0:
#                     B_1[index] = B_1[index] + 1.0
#
#     @T.function
#     def weights(
#         A: T.Tensor((256,), "float32"), B: T.Tensor((256,), "float32"), f: T.float32, d: T.int32
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
#             x = A[i]
#             v = T.exp(x * f)
#             B[i] = v / (v + 1.0)
#             B[i + 1] = x * f
#             if d != 0:
#                 index = i + 2 + i // d
#                 B[index] = 1.0
#                 A[index] = 2.0
#             if d > 1:
#                 B[i // d] = 3.0
#
#     @T.function
#     def tiles(
#         A: T.Tensor((64, 64, 64), "float16", align=16),
#         B: T.Tensor((64, 64, 64), "float16", align=16),
#     ):
#         T.func_attr(
#             {
#                 "backend_config": "{\"cuda\":{\"arch\":\"sm_90a\",\"compiler\":\"nvrtc\",\"nvcc\":[\"--use_fast_math\"],\"nvrtc\":[\"--use_fast_math\"],\"ptxas\":[\"-v\",\"--warn-on-local-memory-usage\",\"--register-usage-level=10\"]}}",
#                 "target": T.target(
#                     {"arch": "sm_90a", "host": T.target({"kind": "c"}), "kind": "cuda"}
#                 ),
#             }
#         )
#         A_1 = T.decl_tensor((262144,), "float16", data=T.tensor_data_ptr(A), align=16)
#         B_1 = T.decl_tensor((262144,), "float16", data=T.tensor_data_ptr(B), align=16)
#         with T.device_entry(
#             launch=T.gpu.LaunchConfig(grid=64, block=(8, 8)),
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
#             b = T.gpu.block_idx("x")
#             x = T.gpu.thread_idx("x")
#             y = T.gpu.thread_idx("y")
#             v = b * 4096 + y * 512
#             index = v + x * 8
#             v_1 = b * 4096 + x * 512
#             B_1[T.Ramp(index, 1, 8)] = A_1[T.Ramp(v_1 + y * 8, 1, 8)] + A_1[T.Ramp(index, 1, 8)]
#             index_1 = v + 64 + x * 8
#             B_1[T.Ramp(index_1, 1, 8)] = (
#                 A_1[T.Ramp(v_1 + 64 + y * 8, 1, 8)] + A_1[T.Ramp(index_1, 1, 8)]
#             )
# $ tirx lower %s --arch sm_90a --show source
# #include <cuda_fp16.h>
# typedef struct { alignas(16) half s[8]; } vec_f16x8;
# static __device__ __forceinline__ int floordiv_i32(int a, int b) {
#   int r = a % b;
#   return a / b - (r != 0 && (r < 0) != (b < 0));
# }
#
# extern "C" __global__ void __launch_bounds__(256) stencil_kernel(const float* __restrict__ A_ptr, float* __restrict__ B_ptr, long long w, long long h) {
#   int row = (int)blockIdx.x;
#   for (long long column = 1LL; column < w - 1LL; ++column) {
#     long long index = row * w + column;
#     B_ptr[index] = A_ptr[index] + (A_ptr[row * w + (column - 1LL)] + A_ptr[row * w + (column + 1LL)]) * 0.5f;
#     if (A_ptr[index] > 4.0f) {
#       B_ptr[index] = B_ptr[index] + 1.0f;
#     }
#   }
# }
#
# extern "C" __global__ void __launch_bounds__(64) weights_kernel(float* __restrict__ A_ptr, float* __restrict__ B_ptr, float f, int d) {
#   int i = (int)threadIdx.x;
#   float x = A_ptr[i];
#   float v = expf(x * f);
#   B_ptr[i] = v / (v + 1.0f);
#   B_ptr[i + 1] = x * f;
#   if (d != 0) {
#     int index = i + 2 + floordiv_i32(i, d);
#     B_ptr[index] = 1.0f;
#     A_ptr[index] = 2.0f;
#   }
#   if (d > 1) {
#     B_ptr[i / d] = 3.0f;
#   }
# }
#
# extern "C" __global__ void __launch_bounds__(64) tiles_kernel(const half* __restrict__ A_ptr, half* __restrict__ B_ptr) {
#   int b = (int)blockIdx.x;
#   int x = (int)threadIdx.x;
#   int y = (int)threadIdx.y;
#   int v = b * 4096 + y * 512;
#   int index = v + x * 8;
#   int v_1 = b * 4096 + x * 512;
#   vec_f16x8 value = *(const vec_f16x8*)(A_ptr + (v_1 + y * 8));
#   vec_f16x8 value_1 = *(const vec_f16x8*)(A_ptr + index);
#   *(vec_f16x8*)(B_ptr + index) = vec_f16x8{{value.s[0] + value_1.s[0], value.s[1] + value_1.s[1], value.s[2] + value_1.s[2], value.s[3] + value_1.s[3], value.s[4] + value_1.s[4], value.s[5] + value_1.s[5], value.s[6] + value_1.s[6], value.s[7] + value_1.s[7]}};
#   int index_1 = v + 64 + x * 8;
#   vec_f16x8 value_2 = *(const vec_f16x8*)(A_ptr + (v_1 + 64 + y * 8));
#   vec_f16x8 value_3 = *(const vec_f16x8*)(A_ptr + index_1);
#   *(vec_f16x8*)(B_ptr + index_1) = vec_f16x8{{value_2.s[0] + value_3.s[0], value_2.s[1] + value_3.s[1], value_2.s[2] + value_3.s[2], value_2.s[3] + value_3.s[3], value_2.s[4] + value_3.s[4], value_2.s[5] + value_3.s[5], value_2.s[6] + value_3.s[6], value_2.s[7] + value_3.s[7]}};
# }
