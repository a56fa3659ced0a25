# SPDX-License-Identifier: Apache-2.0
# Reductions over threads: in part of a warp, over two axes, over whole warps, over groups of another size.
# RUN: tirx lower %s --arch sm_90a --verify --print-after lower-thread-allreduce
# RUN: tirx lower %s --arch sm_90a --show source

from tirx import script as T


@T.function
def in_a_warp(A: T.Tensor((2, 4, 8), "float32"), B: T.Tensor((2, 4, 8), "float32")):
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=1, block=(8, 4, 2))):
        x, y, z = T.gpu.thread_idx("x"), T.gpu.thread_idx("y"), T.gpu.thread_idx("z")
        B[z, y, x] = A[z, y, x] / T.gpu.thread_allreduce(A[z, y, x], "max")
        T.gpu.thread_allreduce(A[z, y, x], "sum", axes="xy")


@T.function
def whole_warps(A: T.Tensor((3, 128), "int32"), B: T.Tensor((3, 128), "int32")):
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=1, block=(128, 3))):
        x, y = T.gpu.thread_idx("x"), T.gpu.thread_idx("y")
        B[y, x] = T.gpu.thread_allreduce(A[y, x], "xor")


@T.function
def other_sizes(A: T.Tensor((5, 12), "float64"), B: T.Tensor((5, 12), "float64")):
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=1, block=(12, 5))):
        x, y = T.gpu.thread_idx("x"), T.gpu.thread_idx("y")
        B[y, x] = T.gpu.thread_allreduce(A[y, x], "sum", axes="y")

# ==== output ====
# $ tirx lower %s --arch sm_90a --verify --print-after lower-thread-allreduce
# # after lower-thread-allreduce
# from tirx import script as T
# from tirx.script import ir as I
#
#
# @I.ir_module
# class Module:
#     @T.function
#     def in_a_warp(A: T.Tensor((2, 4, 8), "float32"), B: T.Tensor((2, 4, 8), "float32")):
#         T.func_attr(
#             {
#                 "backend_config": "{\"cuda\":{\"arch\":\"sm_90a\",\"compiler\":\"nvrtc\",\"nvcc\":[\"--use_fast_math\"],\"nvrtc\":[\"--use_fast_math\"],\"ptxas\":[\"-v\",\"--warn-on-local-memory-usage\",\"--register-usage-level=10\"]}}",
#                 "target": T.target(
#                     {"arch": "sm_90a", "host": T.target({"kind": "c"}), "kind": "cuda"}
#                 ),
#             }
#         )
#         A_1 = T.decl_tensor((64,), "float32", data=T.tensor_data_ptr(A))
#         B_1 = T.decl_tensor((64,), "float32", data=T.tensor_data_ptr(B))
#         with T.device_entry(
#             launch=T.gpu.LaunchConfig(grid=1, block=(8, 4, 2)),
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
#             x = T.gpu.thread_idx("x")
#             y = T.gpu.thread_idx("y")
#             z = T.gpu.thread_idx("z")
#             index = z * 32 + y * 8 + x
#             total = A_1[index]
#             total_1 = T.max(total, T.gpu.shuffle_xor(total, 4))
#             total_2 = T.max(total_1, T.gpu.shuffle_xor(total_1, 2))
#             total_3 = T.max(total_2, T.gpu.shuffle_xor(total_2, 1))
#             B_1[index] = A_1[index] / total_3
#             total_4 = A_1[index]
#             total_5 = total_4 + T.gpu.shuffle_xor(total_4, 4)
#             total_6 = total_5 + T.gpu.shuffle_xor(total_5, 2)
#             total_7 = total_6 + T.gpu.shuffle_xor(total_6, 1)
#             total_8 = total_7 + T.gpu.shuffle_xor(total_7, 16)
#             total_9 = total_8 + T.gpu.shuffle_xor(total_8, 8)
#
#     @T.function
#     def whole_warps(A: T.Tensor((3, 128), "int32"), B: T.Tensor((3, 128), "int32")):
#         T.func_attr(
#             {
#                 "backend_config": "{\"cuda\":{\"arch\":\"sm_90a\",\"compiler\":\"nvrtc\",\"nvcc\":[\"--use_fast_math\"],\"nvrtc\":[\"--use_fast_math\"],\"ptxas\":[\"-v\",\"--warn-on-local-memory-usage\",\"--register-usage-level=10\"]}}",
#                 "target": T.target(
#                     {"arch": "sm_90a", "host": T.target({"kind": "c"}), "kind": "cuda"}
#                 ),
#             }
#         )
#         A_1 = T.decl_tensor((384,), "int32", data=T.tensor_data_ptr(A))
#         B_1 = T.decl_tensor((384,), "int32", data=T.tensor_data_ptr(B))
#         with T.device_entry(
#             launch=T.gpu.LaunchConfig(grid=1, block=(128, 3)),
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
#             x = T.gpu.thread_idx("x")
#             y = T.gpu.thread_idx("y")
#             total = A_1[y * 128 + x]
#             total_1 = total ^ T.gpu.shuffle_xor(total, 16)
#             total_2 = total_1 ^ T.gpu.shuffle_xor(total_1, 8)
#             total_3 = total_2 ^ T.gpu.shuffle_xor(total_2, 4)
#             total_4 = total_3 ^ T.gpu.shuffle_xor(total_3, 2)
#             total_5 = total_4 ^ T.gpu.shuffle_xor(total_4, 1)
#             scratch = T.alloc_shared((12,), "int32")
#             thread = T.gpu.linear_thread_id()
#             if thread % 32 == 0:
#                 scratch[thread // 32] = total_5
#             T.gpu.sync()
#             first = thread // 128 * 4
#             total_6 = scratch[first]
#             total_7 = total_6 ^ scratch[first + 1]
#             total_8 = total_7 ^ scratch[first + 2]
#             total_9 = total_8 ^ scratch[first + 3]
#             T.gpu.sync()
#             B_1[y * 128 + x] = total_9
#
#     @T.function
#     def other_sizes(A: T.Tensor((5, 12), "float64"), B: T.Tensor((5, 12), "float64")):
#         T.func_attr(
#             {
#                 "backend_config": "{\"cuda\":{\"arch\":\"sm_90a\",\"compiler\":\"nvrtc\",\"nvcc\":[\"--use_fast_math\"],\"nvrtc\":[\"--use_fast_math\"],\"ptxas\":[\"-v\",\"--warn-on-local-memory-usage\",\"--register-usage-level=10\"]}}",
#                 "target": T.target(
#                     {"arch": "sm_90a", "host": T.target({"kind": "c"}), "kind": "cuda"}
#                 ),
#             }
#         )
#         A_1 = T.decl_tensor((60,), "float64", data=T.tensor_data_ptr(A))
#         B_1 = T.decl_tensor((60,), "float64", data=T.tensor_data_ptr(B))
#         with T.device_entry(
#             launch=T.gpu.LaunchConfig(grid=1, block=(12, 5)),
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
#             x = T.gpu.thread_idx("x")
#             y = T.gpu.thread_idx("y")
#             scratch = T.alloc_shared((60,), "float64")
#             rank = T.gpu.thread_idx("y")
#             first = T.gpu.thread_idx("x") * 5
#             at = first + rank
#             scratch[at] = A_1[y * 12 + x]
#             T.gpu.sync()
#             if rank < 1:
#                 scratch[at] = scratch[at] + scratch[at + 4]
#             T.gpu.sync()
#             if rank < 2:
#                 scratch[at] = scratch[at] + scratch[at + 2]
#             T.gpu.sync()
#             if rank < 1:
#                 scratch[at] = scratch[at] + scratch[at + 1]
#             T.gpu.sync()
#             total = scratch[first]
#             T.gpu.sync()
#             B_1[y * 12 + x] = total
# $ tirx lower %s --arch sm_90a --show source
# static __device__ __forceinline__ int linear_thread_id() {
#   return (int)(threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z));
# }
#
# extern "C" __global__ void __launch_bounds__(64) in_a_warp_kernel(const float* __restrict__ A_ptr, float* __restrict__ B_ptr) {
#   int x = (int)threadIdx.x;
#   int y = (int)threadIdx.y;
#   int z = (int)threadIdx.z;
#   int index = z * 32 + y * 8 + x;
#   float total = A_ptr[index];
#   float total_1 = fmaxf(total, __shfl_xor_sync(0xffffffffu, total, 4));
#   float total_2 = fmaxf(total_1, __shfl_xor_sync(0xffffffffu, total_1, 2));
#   float total_3 = fmaxf(total_2, __shfl_xor_sync(0xffffffffu, total_2, 1));
#   B_ptr[index] = A_ptr[index] / total_3;
#   float total_4 = A_ptr[index];
#   float total_5 = total_4 + __shfl_xor_sync(0xffffffffu, total_4, 4);
#   float total_6 = total_5 + __shfl_xor_sync(0xffffffffu, total_5, 2);
#   float total_7 = total_6 + __shfl_xor_sync(0xffffffffu, total_6, 1);
#   float total_8 = total_7 + __shfl_xor_sync(0xffffffffu, total_7, 16);
#   float total_9 = total_8 + __shfl_xor_sync(0xffffffffu, total_8, 8);
# }
#
# extern "C" __global__ void __launch_bounds__(384) whole_warps_kernel(const int* __restrict__ A_ptr, int* __restrict__ B_ptr) {
#   int x = (int)threadIdx.x;
#   int y = (int)threadIdx.y;
#   int total = A_ptr[y * 128 + x];
#   int total_1 = total ^ __shfl_xor_sync(0xffffffffu, total, 16);
#   int total_2 = total_1 ^ __shfl_xor_sync(0xffffffffu, total_1, 8);
#   int total_3 = total_2 ^ __shfl_xor_sync(0xffffffffu, total_2, 4);
#   int total_4 = total_3 ^ __shfl_xor_sync(0xffffffffu, total_3, 2);
#   int total_5 = total_4 ^ __shfl_xor_sync(0xffffffffu, total_4, 1);
#   __shared__ alignas(16) int scratch[12];
#   int thread = linear_thread_id();
#   if (thread % 32 == 0) {
#     scratch[thread / 32] = total_5;
#   }
#   __syncthreads();
#   int first = thread / 128 * 4;
#   int total_6 = scratch[first];
#   int total_7 = total_6 ^ scratch[first + 1];
#   int total_8 = total_7 ^ scratch[first + 2];
#   int total_9 = total_8 ^ scratch[first + 3];
#   __syncthreads();
#   B_ptr[y * 128 + x] = total_9;
# }
#
# extern "C" __global__ void __launch_bounds__(60) other_sizes_kernel(const double* __restrict__ A_ptr, double* __restrict__ B_ptr) {
#   int x = (int)threadIdx.x;
#   int y = (int)threadIdx.y;
#   __shared__ alignas(16) double scratch[60];
#   int rank = (int)threadIdx.y;
#   int first = (int)threadIdx.x * 5;
#   int at = first + rank;
#   scratch[at] = A_ptr[y * 12 + x];
#   __syncthreads();
#   if (rank < 1) {
#     scratch[at] = scratch[at] + scratch[at + 4];
#   }
#   __syncthreads();
#   if (rank < 2) {
#     scratch[at] = scratch[at] + scratch[at + 2];
#   }
#   __syncthreads();
#   if (rank < 1) {
#     scratch[at] = scratch[at] + scratch[at + 1];
#   }
#   __syncthreads();
#   double total = scratch[first];
#   __syncthreads();
#   B_ptr[y * 12 + x] = total;
# }
