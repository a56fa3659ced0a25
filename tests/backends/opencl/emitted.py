# SPDX-License-Identifier: Apache-2.0
# The text of kernels: address spaces, local memory at the kernel's start and as its last parameter, vectors,
# atomics on floats, float16 as bits.
# RUN: tirx lower %s --target opencl --show source
from tirx import script as T


@T.function
def f(A: T.Tensor((1024,), "float32"), H: T.Tensor((1024,), "float16"), flag: T.bool, n: T.int64):
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=4, block=64, dynamic_smem_bytes=256)):
        D = T.alloc_tensor((64,), "float32", scope="shared.dyn")
        i = T.gpu.block_idx("x") * 256 + T.gpu.thread_idx("x") * 4
        if flag:
            S = T.alloc_shared((256,), "float32")
            v = A[i : i + 4]
            S[T.gpu.thread_idx("x")] = T.float32(H[i])
            D[T.gpu.thread_idx("x")] = S[T.gpu.thread_idx("x")]
            T.gpu.sync()
            A[i : i + 4] = v + v
            H[i] = H[i] * H[i + 1]
            T.gpu.atomic_add(A[0], D[0])
            T.gpu.atomic_max(S[0], T.float32(0.5))
            if n > T.int64(5000000000):
                H[0] = T.float16(T.int32(A[1]))

# ==== output ====
# static inline float f16_to_f32(ushort x) { return vload_half(0, (const half*)&x); }
# static inline ushort f32_to_f16(float x) {
#   ushort y;
#   vstore_half_rte(x, 0, (half*)&y);
#   return y;
# }
# static inline float atomic_add_global_f32(volatile __global float* p, float x) {
#   int old = *(volatile __global int*)p, seen;
#   do {
#     seen = old;
#     old = atomic_cmpxchg((volatile __global int*)p, seen, as_int(as_float(seen) + x));
#   } while (old != seen);
#   return as_float(old);
# }
# static inline float atomic_max_local_f32(volatile __local float* p, float x) {
#   int old = *(volatile __local int*)p, seen;
#   do {
#     seen = old;
#     old = atomic_cmpxchg((volatile __local int*)p, seen, as_int(fmax(as_float(seen), x)));
#   } while (old != seen);
#   return as_float(old);
# }
#
# __kernel void __attribute__((reqd_work_group_size(64, 1, 1))) f_kernel(__global float* restrict A_ptr, __global ushort* restrict H_ptr, uchar flag, long n, __local float* D) {
#   __local __attribute__((aligned(16))) float S[256];
#   int i = (int)get_group_id(0) * 256 + (int)get_local_id(0) * 4;
#   if (flag) {
#     S[(int)get_local_id(0)] = f16_to_f32(H_ptr[i]);
#     D[(int)get_local_id(0)] = S[(int)get_local_id(0)];
#     barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
#     float4 value = *(__global float4*)(A_ptr + i);
#     float4 value_1 = *(__global float4*)(A_ptr + i);
#     *(__global float4*)(A_ptr + i) = (float4)(value.x + value_1.x, value.y + value_1.y, value.z + value_1.z, value.w + value_1.w);
#     H_ptr[i] = f32_to_f16(f16_to_f32(H_ptr[i]) * f16_to_f32(H_ptr[i + 1]));
#     atomic_add_global_f32(&A_ptr[0], D[0]);
#     atomic_max_local_f32(&S[0], 0.5f);
#     if (n > 5000000000L) {
#       H_ptr[0] = f32_to_f16((float)convert_int_sat(A_ptr[1]));
#     }
#   }
# }
