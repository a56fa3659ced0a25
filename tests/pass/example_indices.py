# SPDX-License-Identifier: Apache-2.0
# Index arithmetic of the examples after all passes: as a person would write it.
# RUN: tirx lower examples/transpose.py --arch sm_90a --show source
# RUN: tirx lower examples/softmax.py --arch sm_90a --show source
# RUN: tirx lower examples/saxpy.py --arch sm_90a --show source

# ==== output ====
# $ tirx lower examples/transpose.py --arch sm_90a --show source
# extern "C" __global__ void __launch_bounds__(256) transpose_kernel(const float* __restrict__ A_ptr, float* __restrict__ B_ptr) {
#   __shared__ alignas(16) float tile[1056];
#   int tx = (int)threadIdx.x;
#   int ty = (int)threadIdx.y;
#   int column = (int)blockIdx.x * 32;
#   int row = (int)blockIdx.y * 32;
#   tile[ty * 33 + tx] = A_ptr[(row + ty) * 96 + column + tx];
#   tile[(8 + ty) * 33 + tx] = A_ptr[(row + 8 + ty) * 96 + column + tx];
#   tile[(16 + ty) * 33 + tx] = A_ptr[(row + 16 + ty) * 96 + column + tx];
#   tile[(24 + ty) * 33 + tx] = A_ptr[(row + 24 + ty) * 96 + column + tx];
#   __syncthreads();
#   B_ptr[(column + ty) * 128 + row + tx] = tile[tx * 33 + ty];
#   B_ptr[(column + 8 + ty) * 128 + row + tx] = tile[tx * 33 + 8 + ty];
#   B_ptr[(column + 16 + ty) * 128 + row + tx] = tile[tx * 33 + 16 + ty];
#   B_ptr[(column + 24 + ty) * 128 + row + tx] = tile[tx * 33 + 24 + ty];
# }
# $ tirx lower examples/softmax.py --arch sm_90a --show source
# extern "C" __global__ void __launch_bounds__(128) softmax_kernel(const float* __restrict__ X_ptr, float* __restrict__ Y_ptr, long long rows) {
#   int row = (int)blockIdx.x;
#   int thread = (int)threadIdx.x;
#   __shared__ alignas(16) float parts[4];
#   float largest = -__int_as_float(0x7f800000);
#   for (int step = 0; step < 8; ++step) {
#     int column = step * 128 + thread;
#     if (column < 1000) {
#       largest = fmaxf(largest, X_ptr[row * 1000LL + column]);
#     }
#   }
#   float b = __shfl_xor_sync(0xffffffffu, largest, 16);
#   largest = fmaxf(largest, b);
#   float b_1 = __shfl_xor_sync(0xffffffffu, largest, 8);
#   largest = fmaxf(largest, b_1);
#   float b_2 = __shfl_xor_sync(0xffffffffu, largest, 4);
#   largest = fmaxf(largest, b_2);
#   float b_3 = __shfl_xor_sync(0xffffffffu, largest, 2);
#   largest = fmaxf(largest, b_3);
#   float b_4 = __shfl_xor_sync(0xffffffffu, largest, 1);
#   largest = fmaxf(largest, b_4);
#   if (thread % 32 == 0) {
#     parts[thread / 32] = largest;
#   }
#   __syncthreads();
#   largest = parts[0];
#   float b_5 = parts[1];
#   largest = fmaxf(largest, b_5);
#   float b_6 = parts[2];
#   largest = fmaxf(largest, b_6);
#   float b_7 = parts[3];
#   largest = fmaxf(largest, b_7);
#   __syncthreads();
#   float total = 0.0f;
#   for (int step_1 = 0; step_1 < 8; ++step_1) {
#     int column_1 = step_1 * 128 + thread;
#     if (column_1 < 1000) {
#       total = total + expf(X_ptr[row * 1000LL + column_1] - largest);
#     }
#   }
#   float b_8 = __shfl_xor_sync(0xffffffffu, total, 16);
#   total = total + b_8;
#   float b_9 = __shfl_xor_sync(0xffffffffu, total, 8);
#   total = total + b_9;
#   float b_10 = __shfl_xor_sync(0xffffffffu, total, 4);
#   total = total + b_10;
#   float b_11 = __shfl_xor_sync(0xffffffffu, total, 2);
#   total = total + b_11;
#   float b_12 = __shfl_xor_sync(0xffffffffu, total, 1);
#   total = total + b_12;
#   if (thread % 32 == 0) {
#     parts[thread / 32] = total;
#   }
#   __syncthreads();
#   total = parts[0];
#   float b_13 = parts[1];
#   total = total + b_13;
#   float b_14 = parts[2];
#   total = total + b_14;
#   float b_15 = parts[3];
#   total = total + b_15;
#   __syncthreads();
#   for (int step_2 = 0; step_2 < 8; ++step_2) {
#     int column_2 = step_2 * 128 + thread;
#     if (column_2 < 1000) {
#       long long index = row * 1000LL + column_2;
#       Y_ptr[index] = expf(X_ptr[index] - largest) / total;
#     }
#   }
# }
# $ tirx lower examples/saxpy.py --arch sm_90a --show source
# extern "C" __global__ void __launch_bounds__(256) saxpy_kernel(const float* __restrict__ X_ptr, float* __restrict__ Y_ptr, long long n, float a) {
#   int i = (int)blockIdx.x * 256 + (int)threadIdx.x;
#   if (i < n) {
#     Y_ptr[i] = a * X_ptr[i] + Y_ptr[i];
#   }
# }
