# SPDX-License-Identifier: Apache-2.0
# Lengths may have the names of Python's functions, which can still be called; extents beyond int32 are int64.
# RUN: tirx lower %s --arch sm_90a --show source

from tirx import script as T


@T.function
def k(A: T.Tensor(("len",), "float32"), B: T.Tensor(("range", "max(len, 4)"), "float32"), C: T.Tensor((3000000000,), "uint8")):
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=1, block=32)):
        i = T.gpu.thread_idx("x")
        B[0, i] = A[i] + T.float32(len)
        C[T.int64(i) + 2147483648] = T.uint8(1)

# ==== output ====
# extern "C" __global__ void __launch_bounds__(32) k_kernel(const float* __restrict__ A_ptr, float* __restrict__ B_ptr, unsigned char* __restrict__ C_ptr, long long len, long long range) {
#   int i = (int)threadIdx.x;
#   B_ptr[(long long)i] = A_ptr[i] + (float)len;
#   C_ptr[i + 2147483648LL] = 1;
# }
