# SPDX-License-Identifier: Apache-2.0
# How loops look in C: serial, parallel, vectorised (where that is proven), unrolled; cells, functions, views.
# RUN: tirx lower %s --target cpu/x86-64-v3 --show source
from tirx import script as T


@T.function(private=True)
def clamped(x: T.float32, low: T.float32) -> T.float32:
    return T.max(x, low)


@T.function
def loops(A: T.Tensor(("n", 16), "float32"), B: T.Tensor(("n", 16), "float32"), low: T.float32):
    for row in T.parallel(A.shape[0]):
        total: T.float32 = 0.0
        for j in range(16):
            if j % 2 == 0:
                total += A[row, j]
        for j in T.vectorized(16):
            B[row, j] = clamped(A[row, j] + total, low)
        for j in T.vectorized(15):
            B[row, j + 1] = B[row, j]
        for j in T.unroll(2):
            B[row, j] = T.float32(0.5)
        for j in T.serial(16, unroll=4):
            B[row, j] = B[row, j] * low
        while total > low:
            total = total * T.float32(0.5)
        B[row, 0] = total


@T.function
def checked(A: T.Tensor(("n",), "int32")):
    for i in T.serial(1, A.shape[0]):
        assert A[i] >= A[i - 1], "out of order"

# ==== output ====
# // Written by tirx.
# // Compile with: -march=x86-64-v3 -mprefer-vector-width=256
# #if defined(__AVX512F__)
# const char tirx_needs[] = "x86-64-v4";
# #elif defined(__AVX2__)
# const char tirx_needs[] = "x86-64-v3";
# #elif defined(__SSE4_2__)
# const char tirx_needs[] = "x86-64-v2";
# #endif
# #include <math.h>
# __attribute__((noreturn)) void (*tirx_fail)(const char* format, ...);
# static inline float max_f32(float a, float b) { return a > b || b != b ? a : b; }
#
# static float clamped(float x, float low);
#
# static float clamped(float x, float low) {
#   return max_f32(x, low);
# }
#
# static void loops_kernel(const float* restrict A_ptr, float* restrict B_ptr, float low, long long n, long long begin, long long end) {
#   for (long long row = begin; row < end; ++row) {
#     float total = 0.0f;
#     for (int j = 0; j < 16; ++j) {
#       if (j % 2 == 0) {
#         total = total + A_ptr[row * 16LL + j];
#       }
#     }
#     #pragma omp simd
#     for (int j_1 = 0; j_1 < 16; ++j_1) {
#       long long index = row * 16LL + j_1;
#       B_ptr[index] = clamped(A_ptr[index] + total, low);
#     }
#     for (int j_2 = 0; j_2 < 15; ++j_2) {
#       B_ptr[row * 16LL + (j_2 + 1)] = B_ptr[row * 16LL + j_2];
#     }
#     B_ptr[row * 16LL] = 0.5f;
#     B_ptr[row * 16LL + 1LL] = 0.5f;
#     #pragma GCC unroll 4
#     for (int j_3 = 0; j_3 < 16; ++j_3) {
#       long long index_1 = row * 16LL + j_3;
#       B_ptr[index_1] = B_ptr[index_1] * low;
#     }
#     while (total > low) {
#       total = total * 0.5f;
#     }
#     B_ptr[row * 16LL] = total;
#   }
# }
#
# static void checked_kernel(const int* restrict A_ptr, long long n) {
#   for (long long i = 1LL; i < n; ++i) {
#     if (!(A_ptr[i] >= A_ptr[i - 1LL])) {
#       tirx_fail("out of order\012");
#       __builtin_unreachable();
#     }
#   }
# }
#
# void tirx_call_loops_kernel(const unsigned long long* cells, int begin, int end) {
#   loops_kernel(*(void**)&cells[0], *(void**)&cells[1], *(float*)&cells[2], *(long long*)&cells[3], begin, end);
# }
#
# void tirx_call_checked_kernel(const unsigned long long* cells, int begin, int end) {
#   (void)begin;
#   (void)end;
#   checked_kernel(*(void**)&cells[0], *(long long*)&cells[1]);
# }
