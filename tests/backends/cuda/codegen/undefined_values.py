# SPDX-License-Identifier: Apache-2.0
# RUN: tirx lower %s --arch sm_90a --show source
# T.undef is a value that nobody asks about: a zero costs nothing.
from tirx import script as T


@T.function
def f(
    A: T.Tensor((64,), "float32"),
    H: T.Tensor((64,), "float16"),
    Q: T.Tensor((64,), "float8_e4m3fn"),
    F: T.Tensor((64,), "float32x4"),
    n: T.int32,
):
    k = T.Select(n > 3, n, T.undef())
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=1, block=64)):
        i = T.gpu.thread_idx("x")
        A[i] = T.Select(i < k, A[i], T.undef("float32"))
        H[i] = T.undef("float16")
        Q[i] = T.undef("float8_e4m3fn")
        F[i] = T.undef("float32x4")
        b: T.bool = T.undef("bool")
        if b:
            A[i] = A[i] + T.cast(T.undef("bfloat16"), "float32")

# ==== output ====
# #include <cuda_fp16.h>
# #include <cuda_bf16.h>
# #include <cuda_fp8.h>
#
# extern "C" __global__ void __launch_bounds__(64) f_kernel(float* __restrict__ A_ptr, half* __restrict__ H_ptr, __nv_fp8_e4m3* __restrict__ Q_ptr, float4* __restrict__ F_ptr, int k) {
#   int i = (int)threadIdx.x;
#   A_ptr[i] = i < k ? A_ptr[i] : 0.0f;
#   H_ptr[i] = __ushort_as_half(0x0000/*0.0f*/);
#   Q_ptr[i] = __nv_fp8_e4m3(0.0f);
#   F_ptr[i] = make_float4(0.0f, 0.0f, 0.0f, 0.0f);
#   bool b = false;
#   if (b) {
#     A_ptr[i] = A_ptr[i] + __bfloat162float(__ushort_as_bfloat16(0x0000/*0.0f*/));
#   }
# }
