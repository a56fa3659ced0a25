# SPDX-License-Identifier: Apache-2.0
# How loops are unrolled, promises and likely branches, vectors through the read-only cache.
# RUN: tirx lower %s --arch sm_90a --show source
from tirx import script as T


@T.function
def sums(A: T.Tensor((32, 8), "float32"), H: T.Tensor((32, 8), "float16"), n: T.int32):
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=1, block=32)):
        i = T.gpu.thread_idx("x")
        T.assume(n > 3)
        for k in T.serial(n, unroll=4):
            A[i, k] += 1.0
        for k in T.serial(8, unroll=False):
            A[i, k] += 2.0
        for k in T.serial(2, unroll=True):
            A[i, k] += 3.0
        for v in T.vectorized(4):
            A[i, v] = T.cast(T.cuda.ldg(H[31 - i, v]), "float32")
        if T.likely(i < n):
            A[i, 4 * (n // 8) : 4 * (n // 8 + 1)] = T.cuda.ldg(A[i, 0:4])
            H[i, 0:8] = T.cuda.ldg(H[T.q_multiply_shift(i, n, 31, 3) % 32, 0:8])

# ==== output ====
# #include <cuda_fp16.h>
# typedef struct { alignas(8) half s[4]; } vec_f16x4;
# typedef struct { alignas(16) half s[8]; } vec_f16x8;
# template <class Word, class V>
# static __device__ __forceinline__ V ldg_words(const V* place) {
#   V value;
#   for (int i = 0; i < int(sizeof(V) / sizeof(Word)); ++i) {
#     Word word = __ldg((const Word*)place + i);
#     memcpy((char*)&value + i * sizeof(Word), &word, sizeof(Word));
#   }
#   return value;
# }
# template <class V>
# static __device__ __forceinline__ V ldg_vector(const V* place) {
#   if constexpr (alignof(V) >= 16) return ldg_words<uint4>(place);
#   else if constexpr (alignof(V) == 8) return ldg_words<uint2>(place);
#   else if constexpr (alignof(V) == 4) return ldg_words<unsigned int>(place);
#   else if constexpr (alignof(V) == 2) return ldg_words<unsigned short>(place);
#   else return ldg_words<unsigned char>(place);
# }
# static __device__ __forceinline__ int q_multiply_shift(int x, int y, int q, int s) {
#   long long half = q > s ? 1ll << (q - s - 1) : 0;
#   return (int)(((long long)x * y + half) >> (q - s));
# }
#
# extern "C" __global__ void __launch_bounds__(32) sums_kernel(float* __restrict__ A_ptr, half* __restrict__ H_ptr, int n) {
#   int i = (int)threadIdx.x;
#   __builtin_assume(n > 3);
#   #pragma unroll 4
#   for (int k = 0; k < n; ++k) {
#     A_ptr[i * 8 + k] = A_ptr[i * 8 + k] + 1.0f;
#   }
#   #pragma unroll 1
#   for (int k_1 = 0; k_1 < 8; ++k_1) {
#     A_ptr[i * 8 + k_1] = A_ptr[i * 8 + k_1] + 2.0f;
#   }
#   A_ptr[i * 8] = A_ptr[i * 8] + 3.0f;
#   A_ptr[i * 8 + 1] = A_ptr[i * 8 + 1] + 3.0f;
#   vec_f16x4 value = ldg_vector((vec_f16x4*)(H_ptr + (248 - i * 8)));
#   *(float4*)(A_ptr + i * 8) = make_float4(__half2float(value.s[0]), __half2float(value.s[1]), __half2float(value.s[2]), __half2float(value.s[3]));
#   if ((bool)__builtin_expect(i < n, true)) {
#     *(float4*)(A_ptr + (i * 8 + 4 * (n / 8))) = __ldg((float4*)(A_ptr + i * 8));
#     *(vec_f16x8*)(H_ptr + i * 8) = ldg_vector((vec_f16x8*)(H_ptr + (q_multiply_shift(i, n, 31, 3) & 31) * 8));
#   }
# }
