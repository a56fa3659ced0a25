# SPDX-License-Identifier: Apache-2.0
# RUN: tirx lower %s --arch sm_90a --show source
# Tensors whose elements are vectors: an element is moved whole, its lanes are members.
from tirx import script as T


@T.function
def twice(X: T.Tensor((64, 4), "bfloat16x8"), Y: T.Tensor((64, 4), "bfloat16x8")):
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=1, block=64)):
        i = T.gpu.thread_idx("x")
        kept = T.alloc_local((4,), "bfloat16x8")
        for v in range(4):
            kept[v] = X[i, v]
        for v in range(4):
            Y[i, v] = T.cast(T.cast(kept[v], "float32") * 2.0, "bfloat16")

# ==== output ====
# #include <cuda_bf16.h>
# typedef struct { alignas(16) nv_bfloat16 s[8]; } vec_bf16x8;
#
# extern "C" __global__ void __launch_bounds__(64) twice_kernel(const vec_bf16x8* __restrict__ X_ptr, vec_bf16x8* __restrict__ Y_ptr) {
#   int i = (int)threadIdx.x;
#   vec_bf16x8 kept[4];
#   for (int v = 0; v < 4; ++v) {
#     kept[v] = X_ptr[i * 4 + v];
#   }
#   for (int v_1 = 0; v_1 < 4; ++v_1) {
#     vec_bf16x8 value = kept[v_1];
#     Y_ptr[i * 4 + v_1] = vec_bf16x8{{__float2bfloat16_rn(__bfloat162float(value.s[0]) * 2.0f), __float2bfloat16_rn(__bfloat162float(value.s[1]) * 2.0f), __float2bfloat16_rn(__bfloat162float(value.s[2]) * 2.0f), __float2bfloat16_rn(__bfloat162float(value.s[3]) * 2.0f), __float2bfloat16_rn(__bfloat162float(value.s[4]) * 2.0f), __float2bfloat16_rn(__bfloat162float(value.s[5]) * 2.0f), __float2bfloat16_rn(__bfloat162float(value.s[6]) * 2.0f), __float2bfloat16_rn(__bfloat162float(value.s[7]) * 2.0f)}};
#   }
# }
