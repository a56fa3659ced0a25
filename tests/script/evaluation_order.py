# SPDX-License-Identifier: Apache-2.0
# Order of evaluation: values get variables where something after them could change them, and only there.
# RUN: tirx lower %s --arch sm_90a --show source

from tirx import script as T


@T.inline
def bump(A, i):
    A[i] = A[i] + 10
    return A[i]


@T.function
def unpacking(A: T.Tensor((64,), "int32"), B: T.Tensor((64,), "int32")):
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=1, block=32)):
        i = T.gpu.thread_idx("x")
        A[i], A[i + 32] = A[i + 32], A[i]
        x: T.int32 = 1
        y: T.int32 = 2
        x, y = y, x
        A[i], A[i + 32] = x, y
        u, v = A[i], B[i]
        B[i] = u + v


@T.function
def once(A: T.Tensor((64,), "int32"), B: T.Tensor((64,), "int32")):
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=1, block=1)):
        B[T.gpu.atomic_add(A[0], 1)] += 7
        B[0] = B[1] = T.gpu.atomic_add(A[0], 1)
        for i, j in T.grid(A[1], A[2]):
            B[i] += j
        table = {"a": A[3], "rest": [A[4]]}
        A[3] = 5
        B[2] = table["a"] + table["rest"][0]


@T.function
def calls(A: T.Tensor((64,), "int32"), B: T.Tensor((64,), "int32")):
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=1, block=1)):
        x: T.int32 = 3
        B[0] = A[1] + x + bump(A, 1) + A[1]
        while bump(A, 0) < 50:
            x += 1
        B[1] += x

# ==== output ====
# extern "C" __global__ void __launch_bounds__(32) unpacking_kernel(int* __restrict__ A_ptr, int* __restrict__ B_ptr) {
#   int i = (int)threadIdx.x;
#   int value = A_ptr[i];
#   A_ptr[i] = A_ptr[i + 32];
#   A_ptr[i + 32] = value;
#   int x = 1;
#   int y = 2;
#   int value_1 = x;
#   x = y;
#   y = value_1;
#   A_ptr[i] = x;
#   A_ptr[i + 32] = y;
#   int u = A_ptr[i];
#   int v = B_ptr[i];
#   B_ptr[i] = u + v;
# }
#
# extern "C" __global__ void once_kernel(int* __restrict__ A_ptr, int* __restrict__ B_ptr) {
#   int index = atomicAdd(&A_ptr[0], 1);
#   B_ptr[index] = B_ptr[index] + 7;
#   int value = atomicAdd(&A_ptr[0], 1);
#   B_ptr[0] = value;
#   B_ptr[1] = value;
#   int bound = A_ptr[1];
#   int bound_1 = A_ptr[2];
#   for (int i = 0; i < bound; ++i) {
#     for (int j = 0; j < bound_1; ++j) {
#       B_ptr[i] = B_ptr[i] + j;
#     }
#   }
#   int table_a = A_ptr[3];
#   int table_rest_0 = A_ptr[4];
#   A_ptr[3] = 5;
#   B_ptr[2] = table_a + table_rest_0;
# }
#
# extern "C" __global__ void calls_kernel(int* __restrict__ A_ptr, int* __restrict__ B_ptr) {
#   int x = 3;
#   int value = A_ptr[1] + x;
#   A_ptr[1] = A_ptr[1] + 10;
#   B_ptr[0] = value + A_ptr[1] + A_ptr[1];
#   while (true) {
#     A_ptr[0] = A_ptr[0] + 10;
#     if (A_ptr[0] >= 50) {
#       break;
#     }
#     x = x + 1;
#   }
#   B_ptr[1] = B_ptr[1] + x;
# }
