# SPDX-License-Identifier: Apache-2.0
# Arithmetic on types that the architecture only stores goes through float32; types that CUDA has no name for are
# carried as their bits. bfloat16 is native from sm_80 on.
# RUN: tirx lower %s --arch sm_75 --verify --print-after legalize-compute
# RUN: tirx lower %s --arch sm_90a --verify --print-after legalize-compute
# RUN: tirx lower %s --arch sm_90a --verify --print-after legalize-storage
# RUN: tirx lower %s --arch sm_75 --show source
# RUN: tirx lower %s --arch sm_90a --show source
from tirx import script as T


@T.function
def scale(A: T.Tensor((64, 4), "bfloat16"), B: T.Tensor((64, 4), "float8_e4m3fn"), C: T.Tensor((64,), "float8_e5m2fnuz")):
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=1, block=64)):
        i = T.gpu.thread_idx("x")
        for v in T.vectorized(4):
            A[i, v] = A[i, v] * 0.3 + T.exp(A[i, v])
        x = B[i, 0]
        if x > 0.5:
            B[i, 1] = T.max(-x, B[i, 2] + x)
        c: T.float8_e5m2fnuz = C[i]
        C[i ^ 1] = T.Select(x < 1.0, c, T.float8_e5m2fnuz(0.1))

# ==== output ====
# $ tirx lower %s --arch sm_75 --verify --print-after legalize-compute
# # after legalize-compute
# from tirx import script as T
# from tirx.script import ir as I
#
#
# @I.ir_module
# class Module:
#     @T.function
#     def scale(
#         A: T.Tensor((64, 4), "bfloat16", align=8),
#         B: T.Tensor((64, 4), "float8_e4m3fn"),
#         C: T.Tensor((64,), "float8_e5m2fnuz"),
#     ):
#         T.func_attr(
#             {
#                 "backend_config": "{\"cuda\":{\"arch\":\"sm_75\",\"compiler\":\"nvrtc\",\"nvcc\":[\"--use_fast_math\"],\"nvrtc\":[\"--use_fast_math\"],\"ptxas\":[\"-v\",\"--warn-on-local-memory-usage\",\"--register-usage-level=10\"]}}",
#                 "target": T.target({"host": None, "kind": "c"}),
#                 "tirx.is_entry_func": True,
#                 "tirx.is_host_func": True,
#             }
#         )
#         T.launch_kernel(
#             "scale_kernel", T.tensor_data_ptr(A), T.tensor_data_ptr(B), T.tensor_data_ptr(C), 1, 64
#         )
#
#     @T.function
#     def scale_kernel(
#         A_ptr: T.handle("bfloat16"),
#         B_ptr: T.handle("float8_e4m3fn"),
#         C_ptr: T.handle("float8_e5m2fnuz"),
#     ):
#         T.func_attr(
#             {
#                 "backend_config": "{\"cuda\":{\"arch\":\"sm_75\",\"compiler\":\"nvrtc\",\"nvcc\":[\"--use_fast_math\"],\"nvrtc\":[\"--use_fast_math\"],\"ptxas\":[\"-v\",\"--warn-on-local-memory-usage\",\"--register-usage-level=10\"]}}",
#                 "calling_conv": 2,
#                 "target": T.target({"arch": "sm_75", "host": None, "kind": "cuda"}),
#                 "tirx.kernel_launch_params": ["blockIdx.x", "threadIdx.x"],
#                 "tirx.launch_bounds": 64,
#                 "tirx.noalias": True,
#                 "tirx.thread_extent": {"blockIdx.x": 1, "threadIdx.x": 64},
#             }
#         )
#         A_1 = T.decl_tensor((256,), "bfloat16", data=A_ptr, align=8)
#         B_1 = T.decl_tensor((256,), "float8_e4m3fn", data=B_ptr)
#         C = T.decl_tensor((64,), "float8_e5m2fnuz", data=C_ptr)
#         i = T.gpu.thread_idx("x")
#         A_1[T.Ramp(i * 4, 1, 4)] = T.cast(
#             T.cast(
#                 T.cast(
#                     T.cast(A_1[T.Ramp(i * 4, 1, 4)], "float32x4") * T.Broadcast(0.30078125, 4),
#                     "bfloat16x4",
#                 ),
#                 "float32x4",
#             )
#             + T.cast(
#                 T.cast(T.exp(T.cast(A_1[T.Ramp(i * 4, 1, 4)], "float32x4")), "bfloat16x4"),
#                 "float32x4",
#             ),
#             "bfloat16x4",
#         )
#         x = B_1[i * 4]
#         if T.cast(x, "float32") > 0.5:
#             B_1[i * 4 + 1] = T.cast(
#                 T.max(
#                     T.cast(T.cast(-T.cast(x, "float32"), "float8_e4m3fn"), "float32"),
#                     T.cast(
#                         T.cast(
#                             T.cast(B_1[i * 4 + 2], "float32") + T.cast(x, "float32"),
#                             "float8_e4m3fn",
#                         ),
#                         "float32",
#                     ),
#                 ),
#                 "float8_e4m3fn",
#             )
#         c: T.float8_e5m2fnuz = C[i]
#         C[i ^ 1] = T.Select(T.cast(x, "float32") < 1.0, c, T.float8_e5m2fnuz(0.1))
# $ tirx lower %s --arch sm_90a --verify --print-after legalize-compute
# # after legalize-compute
# from tirx import script as T
# from tirx.script import ir as I
#
#
# @I.ir_module
# class Module:
#     @T.function
#     def scale(
#         A: T.Tensor((64, 4), "bfloat16", align=8),
#         B: T.Tensor((64, 4), "float8_e4m3fn"),
#         C: T.Tensor((64,), "float8_e5m2fnuz"),
#     ):
#         T.func_attr(
#             {
#                 "backend_config": "{\"cuda\":{\"arch\":\"sm_90a\",\"compiler\":\"nvrtc\",\"nvcc\":[\"--use_fast_math\"],\"nvrtc\":[\"--use_fast_math\"],\"ptxas\":[\"-v\",\"--warn-on-local-memory-usage\",\"--register-usage-level=10\"]}}",
#                 "target": T.target({"host": None, "kind": "c"}),
#                 "tirx.is_entry_func": True,
#                 "tirx.is_host_func": True,
#             }
#         )
#         T.launch_kernel(
#             "scale_kernel", T.tensor_data_ptr(A), T.tensor_data_ptr(B), T.tensor_data_ptr(C), 1, 64
#         )
#
#     @T.function
#     def scale_kernel(
#         A_ptr: T.handle("bfloat16"),
#         B_ptr: T.handle("float8_e4m3fn"),
#         C_ptr: T.handle("float8_e5m2fnuz"),
#     ):
#         T.func_attr(
#             {
#                 "backend_config": "{\"cuda\":{\"arch\":\"sm_90a\",\"compiler\":\"nvrtc\",\"nvcc\":[\"--use_fast_math\"],\"nvrtc\":[\"--use_fast_math\"],\"ptxas\":[\"-v\",\"--warn-on-local-memory-usage\",\"--register-usage-level=10\"]}}",
#                 "calling_conv": 2,
#                 "target": T.target({"arch": "sm_90a", "host": None, "kind": "cuda"}),
#                 "tirx.kernel_launch_params": ["blockIdx.x", "threadIdx.x"],
#                 "tirx.launch_bounds": 64,
#                 "tirx.noalias": True,
#                 "tirx.thread_extent": {"blockIdx.x": 1, "threadIdx.x": 64},
#             }
#         )
#         A_1 = T.decl_tensor((256,), "bfloat16", data=A_ptr, align=8)
#         B_1 = T.decl_tensor((256,), "float8_e4m3fn", data=B_ptr)
#         C = T.decl_tensor((64,), "float8_e5m2fnuz", data=C_ptr)
#         i = T.gpu.thread_idx("x")
#         A_1[T.Ramp(i * 4, 1, 4)] = (
#             A_1[T.Ramp(i * 4, 1, 4)] * T.Broadcast(T.bfloat16(0.3), 4)
#             + T.exp(A_1[T.Ramp(i * 4, 1, 4)])
#         )
#         x = B_1[i * 4]
#         if T.cast(x, "float32") > 0.5:
#             B_1[i * 4 + 1] = T.cast(
#                 T.max(
#                     T.cast(T.cast(-T.cast(x, "float32"), "float8_e4m3fn"), "float32"),
#                     T.cast(
#                         T.cast(
#                             T.cast(B_1[i * 4 + 2], "float32") + T.cast(x, "float32"),
#                             "float8_e4m3fn",
#                         ),
#                         "float32",
#                     ),
#                 ),
#                 "float8_e4m3fn",
#             )
#         c: T.float8_e5m2fnuz = C[i]
#         C[i ^ 1] = T.Select(T.cast(x, "float32") < 1.0, c, T.float8_e5m2fnuz(0.1))
# $ tirx lower %s --arch sm_90a --verify --print-after legalize-storage
# # after legalize-storage
# from tirx import script as T
# from tirx.script import ir as I
#
#
# @I.ir_module
# class Module:
#     @T.function
#     def scale():
#         T.func_attr(
#             {
#                 "backend_config": "{\"cuda\":{\"arch\":\"sm_90a\",\"compiler\":\"nvrtc\",\"nvcc\":[\"--use_fast_math\"],\"nvrtc\":[\"--use_fast_math\"],\"ptxas\":[\"-v\",\"--warn-on-local-memory-usage\",\"--register-usage-level=10\"]}}",
#                 "calling_conv": 1,
#                 "target": T.target({"host": None, "kind": "c"}),
#                 "tirx.is_entry_func": True,
#                 "tirx.is_host_func": True,
#             }
#         )
#         T.host.arg_count(
#             3,
#             "scale(A: Tensor((64, 4), bfloat16), B: Tensor((64, 4), float8_e4m3fn), C: Tensor((64,), float8_e5m2fnuz))",
#         )
#         A_handle = T.host.arg_tensor(0, "A", "bfloat16", 2)
#         B_handle = T.host.arg_tensor(1, "B", "float8_e4m3fn", 2)
#         C_handle = T.host.arg_tensor(2, "C", "float8_e5m2fnuz", 1)
#         dev_id = T.host.tensor_device_id(A_handle)
#         T.host.set_device(dev_id)
#         T.host.check_tensor(
#             0, A_handle, dev_id, T.int64(0), T.int64(64), T.int64(4), on_device=True, alignment=8
#         )
#         T.host.check_tensor(
#             1, B_handle, dev_id, T.int64(0), T.int64(64), T.int64(4), on_device=True
#         )
#         T.host.check_tensor(2, C_handle, dev_id, T.int64(0), T.int64(64), on_device=True)
#         A = T.decl_tensor((64, 4), "bfloat16", data=T.host.tensor_data(A_handle), align=8)
#         B = T.decl_tensor((64, 4), "float8_e4m3fn", data=T.host.tensor_data(B_handle))
#         C = T.decl_tensor((64,), "float8_e5m2fnuz", data=T.host.tensor_data(C_handle))
#         T.launch_kernel(
#             "scale_kernel", T.tensor_data_ptr(A), T.tensor_data_ptr(B), T.tensor_data_ptr(C), 1, 64
#         )
#
#     @T.function
#     def scale_kernel(
#         A_ptr: T.handle("bfloat16"), B_ptr: T.handle("float8_e4m3fn"), C_ptr: T.handle("uint8")
#     ):
#         T.func_attr(
#             {
#                 "backend_config": "{\"cuda\":{\"arch\":\"sm_90a\",\"compiler\":\"nvrtc\",\"nvcc\":[\"--use_fast_math\"],\"nvrtc\":[\"--use_fast_math\"],\"ptxas\":[\"-v\",\"--warn-on-local-memory-usage\",\"--register-usage-level=10\"]}}",
#                 "calling_conv": 2,
#                 "target": T.target({"arch": "sm_90a", "host": None, "kind": "cuda"}),
#                 "tirx.kernel_launch_params": ["blockIdx.x", "threadIdx.x"],
#                 "tirx.launch_bounds": 64,
#                 "tirx.noalias": True,
#                 "tirx.thread_extent": {"blockIdx.x": 1, "threadIdx.x": 64},
#             }
#         )
#         A_1 = T.decl_tensor((256,), "bfloat16", data=A_ptr, align=8)
#         B_1 = T.decl_tensor((256,), "float8_e4m3fn", data=B_ptr)
#         C = T.decl_tensor((64,), "uint8", data=C_ptr)
#         i = T.gpu.thread_idx("x")
#         A_1[T.Ramp(i * 4, 1, 4)] = (
#             A_1[T.Ramp(i * 4, 1, 4)] * T.Broadcast(T.bfloat16(0.3), 4)
#             + T.exp(A_1[T.Ramp(i * 4, 1, 4)])
#         )
#         x = B_1[i * 4]
#         if T.cast(x, "float32") > 0.5:
#             B_1[i * 4 + 1] = T.cast(
#                 T.max(
#                     T.cast(T.cast(-T.cast(x, "float32"), "float8_e4m3fn"), "float32"),
#                     T.cast(
#                         T.cast(
#                             T.cast(B_1[i * 4 + 2], "float32") + T.cast(x, "float32"),
#                             "float8_e4m3fn",
#                         ),
#                         "float32",
#                     ),
#                 ),
#                 "float8_e4m3fn",
#             )
#         c: T.uint8 = C[i]
#         C[i ^ 1] = T.Select(T.cast(x, "float32") < 1.0, c, T.uint8(50))
# $ tirx lower %s --arch sm_75 --show source
# #include <cuda_bf16.h>
# #include <cuda_fp8.h>
# typedef struct { alignas(8) nv_bfloat16 s[4]; } vec_bf16x4;
#
# extern "C" __global__ void __launch_bounds__(64) scale_kernel(nv_bfloat16* __restrict__ A_ptr, __nv_fp8_e4m3* __restrict__ B_ptr, unsigned char* __restrict__ C_ptr) {
#   int i = (int)threadIdx.x;
#   vec_bf16x4 value = *(vec_bf16x4*)(A_ptr + i * 4);
#   vec_bf16x4 value_1 = *(vec_bf16x4*)(A_ptr + i * 4);
#   *(vec_bf16x4*)(A_ptr + i * 4) = vec_bf16x4{{__float2bfloat16_rn(__bfloat162float(__float2bfloat16_rn(__bfloat162float(value.s[0]) * 0x1.34p-2f/*3.007812e-01*/)) + __bfloat162float(__float2bfloat16_rn(expf(__bfloat162float(value_1.s[0]))))), __float2bfloat16_rn(__bfloat162float(__float2bfloat16_rn(__bfloat162float(value.s[1]) * 0x1.34p-2f/*3.007812e-01*/)) + __bfloat162float(__float2bfloat16_rn(expf(__bfloat162float(value_1.s[1]))))), __float2bfloat16_rn(__bfloat162float(__float2bfloat16_rn(__bfloat162float(value.s[2]) * 0x1.34p-2f/*3.007812e-01*/)) + __bfloat162float(__float2bfloat16_rn(expf(__bfloat162float(value_1.s[2]))))), __float2bfloat16_rn(__bfloat162float(__float2bfloat16_rn(__bfloat162float(value.s[3]) * 0x1.34p-2f/*3.007812e-01*/)) + __bfloat162float(__float2bfloat16_rn(expf(__bfloat162float(value_1.s[3])))))}};
#   __nv_fp8_e4m3 x = B_ptr[i * 4];
#   if ((float)x > 0.5f) {
#     B_ptr[i * 4 + 1] = __nv_fp8_e4m3(fmaxf((float)__nv_fp8_e4m3(-(float)x), (float)__nv_fp8_e4m3((float)B_ptr[i * 4 + 2] + (float)x)));
#   }
#   unsigned char c = C_ptr[i];
#   C_ptr[i ^ 1] = (float)x < 1.0f ? c : 50;
# }
# $ tirx lower %s --arch sm_90a --show source
# #include <cuda_bf16.h>
# #include <cuda_fp8.h>
# typedef struct { alignas(8) nv_bfloat16 s[4]; } vec_bf16x4;
#
# extern "C" __global__ void __launch_bounds__(64) scale_kernel(nv_bfloat16* __restrict__ A_ptr, __nv_fp8_e4m3* __restrict__ B_ptr, unsigned char* __restrict__ C_ptr) {
#   int i = (int)threadIdx.x;
#   vec_bf16x4 value = *(vec_bf16x4*)(A_ptr + i * 4);
#   vec_bf16x4 value_1 = *(vec_bf16x4*)(A_ptr + i * 4);
#   *(vec_bf16x4*)(A_ptr + i * 4) = vec_bf16x4{{value.s[0] * __ushort_as_bfloat16(0x3e9a/*0.3f*/) + hexp(value_1.s[0]), value.s[1] * __ushort_as_bfloat16(0x3e9a/*0.3f*/) + hexp(value_1.s[1]), value.s[2] * __ushort_as_bfloat16(0x3e9a/*0.3f*/) + hexp(value_1.s[2]), value.s[3] * __ushort_as_bfloat16(0x3e9a/*0.3f*/) + hexp(value_1.s[3])}};
#   __nv_fp8_e4m3 x = B_ptr[i * 4];
#   if ((float)x > 0.5f) {
#     B_ptr[i * 4 + 1] = __nv_fp8_e4m3(fmaxf((float)__nv_fp8_e4m3(-(float)x), (float)__nv_fp8_e4m3((float)B_ptr[i * 4 + 2] + (float)x)));
#   }
#   unsigned char c = C_ptr[i];
#   C_ptr[i ^ 1] = (float)x < 1.0f ? c : 50;
# }
