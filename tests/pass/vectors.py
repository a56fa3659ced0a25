# SPDX-License-Identifier: Apache-2.0
# Vectorised loops: what becomes vector accesses, how the end of the data is treated, and the reasons for which
# a loop stays scalar.
# RUN: tirx lower %s --arch sm_90a --verify --print-after vectorize-loops
# RUN: tirx lower %s --arch sm_90a --show source

from tirx import script as T


@T.function
def rows(A: T.Tensor(("n", 1024), "float32"), B: T.Tensor(("n", 1024), "bfloat16"), scale: T.float32):
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=A.shape[0], block=128)):
        row = T.gpu.block_idx("x")
        thread = T.gpu.thread_idx("x")
        for v in T.vectorized(8):
            column = thread * 8 + v
            x: T.float32 = A[row, column] * scale
            x += 1.0
            B[row, column] = T.cast(T.exp(x), "bfloat16")


@T.function
def tail(A: T.Tensor(("n",), "float32"), B: T.Tensor(("n",), "float32")):
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=T.ceildiv(A.shape[0], 1024), block=256)):
        first = (T.gpu.block_idx("x") * 256 + T.gpu.thread_idx("x")) * 4
        for v in T.vectorized(4):
            if first + v < A.shape[0]:
                B[first + v] = A[first + v]


# A hint does not stand in the way.
@T.function
def likely_tail(A: T.Tensor(("n",), "float32"), B: T.Tensor(("n",), "float32")):
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=T.ceildiv(A.shape[0], 1024), block=256)):
        first = (T.gpu.block_idx("x") * 256 + T.gpu.thread_idx("x")) * 4
        for v in T.vectorized(4):
            if T.likely(first + v < A.shape[0]):
                B[first + v] = A[first + v]


# Shared memory and arrays of the thread are aligned as needed; a parameter only as far as it promises.
@T.function
def promises(A: T.Tensor((64,), "float32", align=8), B: T.Tensor((64,), "float32")):
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=1, block=16)):
        S = T.alloc_shared((64,), "float32")
        thread = T.gpu.thread_idx("x")
        for v in T.vectorized(4):
            S[thread * 4 + v] = A[thread * 4 + v]
        for v in T.vectorized(4):
            B[thread * 4 + v] = S[thread * 4 + v]


@T.function
def scalar(A: T.Tensor((64,), "float32"), B: T.Tensor(("n", "m"), "float32"), I: T.Tensor((64,), "int32")):
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=1, block=1)):
        total: T.float32 = 0.0
        for v in T.vectorized(4):
            total += A[v]
        for v in T.vectorized(4):
            A[v + 1] = A[v]
        for v in T.vectorized(3):
            A[v] = 0.0
        for v in T.vectorized(I[0]):
            A[v] = 0.0
        for v in T.vectorized(4):
            A[I[v]] = 0.0
        for v in T.vectorized(4):
            A[v] = A[I[v]]
        for v in T.vectorized(4):
            A[v * 2] = 0.0
        for v in T.vectorized(4):
            A[v] = B[T.int64(1), T.cast(v, "int64")]
        for v in T.vectorized(4):
            if I[v] > 0:
                A[v] = total
        for v in T.vectorized(4):
            T.gpu.atomic_add(A[v], total)

# ==== output ====
# $ tirx lower %s --arch sm_90a --verify --print-after vectorize-loops
# # after vectorize-loops
# from tirx import script as T
# from tirx.script import ir as I
#
#
# @I.ir_module
# class Module:
#     @T.function
#     def rows(
#         A: T.Tensor(("n", 1024), "float32"), B: T.Tensor(("n", 1024), "bfloat16"), scale: T.float32
#     ):
#         T.func_attr(
#             {
#                 "backend_config": "{\"cuda\":{\"arch\":\"sm_90a\",\"compiler\":\"nvrtc\",\"nvcc\":[\"--use_fast_math\"],\"nvrtc\":[\"--use_fast_math\"],\"ptxas\":[\"-v\",\"--warn-on-local-memory-usage\",\"--register-usage-level=10\"]}}",
#                 "target": T.target(
#                     {"arch": "sm_90a", "host": T.target({"kind": "c"}), "kind": "cuda"}
#                 ),
#             }
#         )
#         A_1 = T.decl_tensor((n * 1024,), "float32", data=T.tensor_data_ptr(A))
#         B_1 = T.decl_tensor((n * 1024,), "bfloat16", data=T.tensor_data_ptr(B))
#         with T.device_entry(
#             launch=T.gpu.LaunchConfig(grid=n, block=128),
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
#             thread = T.gpu.thread_idx("x")
#             for v in T.unroll(2):
#                 x = T.alloc_local((4,), "float32", align=16)
#                 x[T.Ramp(0, 1, 4)] = (
#                     A_1[
#                         T.Ramp(
#                             T.cast(row, "int64") * 1024 + T.cast(thread * 8 + v * 4, "int64"),
#                             T.int64(1),
#                             4,
#                         )
#                     ]
#                     * T.Broadcast(scale, 4)
#                 )
#                 x[T.Ramp(0, 1, 4)] = x[T.Ramp(0, 1, 4)] + T.Broadcast(1.0, 4)
#                 B_1[
#                     T.Ramp(
#                         T.cast(row, "int64") * 1024 + T.cast(thread * 8 + v * 4, "int64"),
#                         T.int64(1),
#                         4,
#                     )
#                 ] = T.cast(T.exp(x[T.Ramp(0, 1, 4)]), "bfloat16x4")
#
#     @T.function
#     def tail(A: T.Tensor(("n",), "float32"), B: T.Tensor(("n",), "float32")):
#         T.func_attr(
#             {
#                 "backend_config": "{\"cuda\":{\"arch\":\"sm_90a\",\"compiler\":\"nvrtc\",\"nvcc\":[\"--use_fast_math\"],\"nvrtc\":[\"--use_fast_math\"],\"ptxas\":[\"-v\",\"--warn-on-local-memory-usage\",\"--register-usage-level=10\"]}}",
#                 "target": T.target(
#                     {"arch": "sm_90a", "host": T.target({"kind": "c"}), "kind": "cuda"}
#                 ),
#             }
#         )
#         with T.device_entry(
#             launch=T.gpu.LaunchConfig(grid=(n + 1023) // 1024, block=256),
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
#             first = (T.gpu.block_idx("x") * 256 + T.gpu.thread_idx("x")) * 4
#             if T.cast(first + 3, "int64") < n:
#                 B[T.Ramp(first, 1, 4)] = A[T.Ramp(first, 1, 4)]
#             else:
#                 for v in range(4):
#                     if T.cast(first + v, "int64") < n:
#                         B[first + v] = A[first + v]
#
#     @T.function
#     def likely_tail(A: T.Tensor(("n",), "float32"), B: T.Tensor(("n",), "float32")):
#         T.func_attr(
#             {
#                 "backend_config": "{\"cuda\":{\"arch\":\"sm_90a\",\"compiler\":\"nvrtc\",\"nvcc\":[\"--use_fast_math\"],\"nvrtc\":[\"--use_fast_math\"],\"ptxas\":[\"-v\",\"--warn-on-local-memory-usage\",\"--register-usage-level=10\"]}}",
#                 "target": T.target(
#                     {"arch": "sm_90a", "host": T.target({"kind": "c"}), "kind": "cuda"}
#                 ),
#             }
#         )
#         with T.device_entry(
#             launch=T.gpu.LaunchConfig(grid=(n + 1023) // 1024, block=256),
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
#             first = (T.gpu.block_idx("x") * 256 + T.gpu.thread_idx("x")) * 4
#             if T.likely(T.cast(first + 3, "int64") < n):
#                 B[T.Ramp(first, 1, 4)] = A[T.Ramp(first, 1, 4)]
#             else:
#                 for v in range(4):
#                     if T.likely(T.cast(first + v, "int64") < n):
#                         B[first + v] = A[first + v]
#
#     @T.function
#     def promises(A: T.Tensor((64,), "float32", align=8), B: T.Tensor((64,), "float32")):
#         T.func_attr(
#             {
#                 "backend_config": "{\"cuda\":{\"arch\":\"sm_90a\",\"compiler\":\"nvrtc\",\"nvcc\":[\"--use_fast_math\"],\"nvrtc\":[\"--use_fast_math\"],\"ptxas\":[\"-v\",\"--warn-on-local-memory-usage\",\"--register-usage-level=10\"]}}",
#                 "target": T.target(
#                     {"arch": "sm_90a", "host": T.target({"kind": "c"}), "kind": "cuda"}
#                 ),
#             }
#         )
#         with T.device_entry(
#             launch=T.gpu.LaunchConfig(grid=1, block=16),
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
#             S = T.alloc_shared((64,), "float32")
#             thread = T.gpu.thread_idx("x")
#             for v in T.unroll(2):
#                 S[T.Ramp(thread * 4 + v * 2, 1, 2)] = A[T.Ramp(thread * 4 + v * 2, 1, 2)]
#             B[T.Ramp(thread * 4, 1, 4)] = S[T.Ramp(thread * 4, 1, 4)]
#
#     @T.function
#     def scalar(
#         A: T.Tensor((64,), "float32"),
#         B: T.Tensor(("n", "m"), "float32"),
#         I_1: T.Tensor((64,), "int32"),
#     ):
#         T.func_attr(
#             {
#                 "backend_config": "{\"cuda\":{\"arch\":\"sm_90a\",\"compiler\":\"nvrtc\",\"nvcc\":[\"--use_fast_math\"],\"nvrtc\":[\"--use_fast_math\"],\"ptxas\":[\"-v\",\"--warn-on-local-memory-usage\",\"--register-usage-level=10\"]}}",
#                 "target": T.target(
#                     {"arch": "sm_90a", "host": T.target({"kind": "c"}), "kind": "cuda"}
#                 ),
#             }
#         )
#         B_1 = T.decl_tensor((n * m,), "float32", data=T.tensor_data_ptr(B))
#         with T.device_entry(
#             launch=T.gpu.LaunchConfig(grid=1, block=1),
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
#             total: T.float32 = 0.0
#             for v in T.serial(
#                 4,
#                 annotations={
#                     "not_vectorized": "every iteration stores to the same element of `total`"
#                 },
#             ):
#                 total = total + A[v]
#             for v in T.serial(
#                 4,
#                 annotations={
#                     "not_vectorized": "an iteration uses an element of `A` that another one stores"
#                 },
#             ):
#                 A[v + 1] = A[v]
#             for v in T.serial(
#                 3, annotations={"not_vectorized": "its 3 iterations are no whole vectors"}
#             ):
#                 A[v] = 0.0
#             for v in T.serial(
#                 I_1[0], annotations={"not_vectorized": "its extent is not a constant"}
#             ):
#                 A[v] = 0.0
#             for v in T.serial(
#                 4, annotations={"not_vectorized": "the index of `A` does not grow evenly"}
#             ):
#                 A[I_1[v]] = 0.0
#             for v in T.serial(
#                 4, annotations={"not_vectorized": "the index of `A` does not grow evenly"}
#             ):
#                 A[v] = A[I_1[v]]
#             for v in T.serial(
#                 4,
#                 annotations={
#                     "not_vectorized": "the elements of `A` that it stores to are not neighbours"
#                 },
#             ):
#                 A[v * 2] = 0.0
#             for v in T.serial(
#                 4, annotations={"not_vectorized": "`B` at m is not known to be aligned to 16 bytes"}
#             ):
#                 A[v] = B_1[m + T.cast(v, "int64")]
#             for v in T.serial(
#                 4, annotations={"not_vectorized": "its condition is not the end of a range"}
#             ):
#                 if I_1[v] > 0:
#                     A[v] = total
#             for v in T.serial(
#                 4,
#                 annotations={
#                     "not_vectorized": "it holds a statement that is not an assignment, an `if` or a loop"
#                 },
#             ):
#                 T.gpu.atomic_add(A[v], total)
# $ tirx lower %s --arch sm_90a --show source
# #include <cuda_bf16.h>
# typedef struct { alignas(8) nv_bfloat16 s[4]; } vec_bf16x4;
#
# extern "C" __global__ void __launch_bounds__(128) rows_kernel(const float* __restrict__ A_ptr, nv_bfloat16* __restrict__ B_ptr, float scale, long long n) {
#   int row = (int)blockIdx.x;
#   int thread = (int)threadIdx.x;
#   alignas(16) float x[4];
#   long long index = row * 1024LL + thread * 8;
#   float4 value = *(const float4*)(A_ptr + index);
#   *(float4*)x = make_float4(value.x * scale, value.y * scale, value.z * scale, value.w * scale);
#   float4 value_1 = *(float4*)x;
#   *(float4*)x = make_float4(value_1.x + 1.0f, value_1.y + 1.0f, value_1.z + 1.0f, value_1.w + 1.0f);
#   float4 value_2 = *(float4*)x;
#   *(vec_bf16x4*)(B_ptr + index) = vec_bf16x4{{__float2bfloat16_rn(expf(value_2.x)), __float2bfloat16_rn(expf(value_2.y)), __float2bfloat16_rn(expf(value_2.z)), __float2bfloat16_rn(expf(value_2.w))}};
#   alignas(16) float x_1[4];
#   long long index_1 = row * 1024LL + (thread * 8 + 4);
#   float4 value_3 = *(const float4*)(A_ptr + index_1);
#   *(float4*)x_1 = make_float4(value_3.x * scale, value_3.y * scale, value_3.z * scale, value_3.w * scale);
#   float4 value_4 = *(float4*)x_1;
#   *(float4*)x_1 = make_float4(value_4.x + 1.0f, value_4.y + 1.0f, value_4.z + 1.0f, value_4.w + 1.0f);
#   float4 value_5 = *(float4*)x_1;
#   *(vec_bf16x4*)(B_ptr + index_1) = vec_bf16x4{{__float2bfloat16_rn(expf(value_5.x)), __float2bfloat16_rn(expf(value_5.y)), __float2bfloat16_rn(expf(value_5.z)), __float2bfloat16_rn(expf(value_5.w))}};
# }
#
# extern "C" __global__ void __launch_bounds__(256) tail_kernel(const float* __restrict__ A_ptr, float* __restrict__ B_ptr, long long n) {
#   int first = ((int)blockIdx.x * 256 + (int)threadIdx.x) * 4;
#   if (first + 3 < n) {
#     *(float4*)(B_ptr + first) = *(const float4*)(A_ptr + first);
#   } else {
#     for (int v = 0; v < 4; ++v) {
#       if (first + v < n) {
#         B_ptr[first + v] = A_ptr[first + v];
#       }
#     }
#   }
# }
#
# extern "C" __global__ void __launch_bounds__(256) likely_tail_kernel(const float* __restrict__ A_ptr, float* __restrict__ B_ptr, long long n) {
#   int first = ((int)blockIdx.x * 256 + (int)threadIdx.x) * 4;
#   if ((bool)__builtin_expect(first + 3 < n, true)) {
#     *(float4*)(B_ptr + first) = *(const float4*)(A_ptr + first);
#   } else {
#     for (int v = 0; v < 4; ++v) {
#       if ((bool)__builtin_expect(first + v < n, true)) {
#         B_ptr[first + v] = A_ptr[first + v];
#       }
#     }
#   }
# }
#
# extern "C" __global__ void __launch_bounds__(16) promises_kernel(const float* __restrict__ A_ptr, float* __restrict__ B_ptr) {
#   __shared__ alignas(16) float S[64];
#   int thread = (int)threadIdx.x;
#   *(float2*)(S + thread * 4) = *(const float2*)(A_ptr + thread * 4);
#   *(float2*)(S + (thread * 4 + 2)) = *(const float2*)(A_ptr + (thread * 4 + 2));
#   *(float4*)(B_ptr + thread * 4) = *(float4*)(S + thread * 4);
# }
#
# extern "C" __global__ void scalar_kernel(float* __restrict__ A_ptr, const float* __restrict__ B_ptr, const int* __restrict__ I_ptr, long long m, long long n) {
#   float total = 0.0f;
#   for (int v = 0; v < 4; ++v) {
#     total = total + A_ptr[v];
#   }
#   for (int v_1 = 0; v_1 < 4; ++v_1) {
#     A_ptr[v_1 + 1] = A_ptr[v_1];
#   }
#   for (int v_2 = 0; v_2 < 3; ++v_2) {
#     A_ptr[v_2] = 0.0f;
#   }
#   int end = I_ptr[0];
#   for (int v_3 = 0; v_3 < end; ++v_3) {
#     A_ptr[v_3] = 0.0f;
#   }
#   for (int v_4 = 0; v_4 < 4; ++v_4) {
#     A_ptr[I_ptr[v_4]] = 0.0f;
#   }
#   for (int v_5 = 0; v_5 < 4; ++v_5) {
#     A_ptr[v_5] = A_ptr[I_ptr[v_5]];
#   }
#   for (int v_6 = 0; v_6 < 4; ++v_6) {
#     A_ptr[v_6 * 2] = 0.0f;
#   }
#   for (int v_7 = 0; v_7 < 4; ++v_7) {
#     A_ptr[v_7] = B_ptr[m + v_7];
#   }
#   for (int v_8 = 0; v_8 < 4; ++v_8) {
#     if (I_ptr[v_8] > 0) {
#       A_ptr[v_8] = total;
#     }
#   }
#   for (int v_9 = 0; v_9 < 4; ++v_9) {
#     atomicAdd(&A_ptr[v_9], total);
#   }
# }
