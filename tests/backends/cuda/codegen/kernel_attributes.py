# SPDX-License-Identifier: Apache-2.0
# Kernel attributes and launch tags in generated code.
# RUN: tirx lower %s --arch sm_90a --show source
# RUN: tirx lower %s --arch sm_90a -f clusters --show ir
from tirx import script as T


@T.function
def bounds(A: T.Tensor((8,), "float32")):
    with T.device_entry(
        launch=T.cuda.LaunchConfig(grid=8, block=128, cluster=4),
        kernel_attrs=T.cuda.KernelAttributes(min_blocks_per_sm=2, max_blocks_per_cluster=4),
    ):
        A[0] = 1.0


@T.function
def registers(A: T.Tensor((8,), "float32")):
    with T.device_entry(
        launch=T.gpu.LaunchConfig(grid=8, block=128),
        kernel_attrs=T.cuda.KernelAttributes(max_registers_per_thread=64),
    ):
        A[0] = 1.0


@T.function
def size(A: T.Tensor((8,), "float32")):
    with T.device_entry(
        launch=T.gpu.LaunchConfig(grid=8, block=(32, 4)),
        kernel_attrs=T.cuda.KernelAttributes(min_blocks_per_sm=2, required_block_size=True),
    ):
        A[0] = 1.0


@T.function
def known_clusters(A: T.Tensor((8,), "float32")):
    with T.device_entry(
        launch=T.cuda.LaunchConfig(grid=(8, 2), block=128, cluster=(2, 2)),
        kernel_attrs=T.cuda.KernelAttributes(max_registers_per_thread=64, required_cluster_size=True),
    ):
        A[0] = 1.0


@T.function
def clusters(A: T.Tensor((8,), "float32")):
    with T.device_entry(
        launch=T.cuda.LaunchConfig(
            grid=8, block=128, cluster=2, preferred_cluster=4, cooperative=True,
            programmatic_stream_serialization=True, dynamic_smem_bytes=1024,
        )
    ):
        A[0] = 1.0

# ==== output ====
# $ tirx lower %s --arch sm_90a --show source
# extern "C" __global__ void __launch_bounds__(128, 2, 4) bounds_kernel(float* __restrict__ A_ptr) {
#   A_ptr[0] = 1.0f;
# }
#
# extern "C" __global__ void __maxnreg__(64) registers_kernel(float* __restrict__ A_ptr) {
#   A_ptr[0] = 1.0f;
# }
#
# extern "C" __global__ void __launch_bounds__(0, 2) __block_size__((32, 4, 1)) size_kernel(float* __restrict__ A_ptr) {
#   A_ptr[0] = 1.0f;
# }
#
# extern "C" __global__ void __maxnreg__(64) __cluster_dims__(2, 2, 1) known_clusters_kernel(float* __restrict__ A_ptr) {
#   A_ptr[0] = 1.0f;
# }
#
# extern "C" __global__ void __launch_bounds__(128) clusters_kernel(float* __restrict__ A_ptr) {
#   A_ptr[0] = 1.0f;
# }
# $ tirx lower %s --arch sm_90a -f clusters --show ir
# from tirx import script as T
# from tirx.script import ir as I
#
#
# @I.ir_module
# class Module:
#     @T.function
#     def clusters():
#         T.func_attr(
#             {
#                 "backend_config": "{\"cuda\":{\"arch\":\"sm_90a\",\"compiler\":\"nvrtc\",\"nvcc\":[\"--use_fast_math\"],\"nvrtc\":[\"--use_fast_math\"],\"ptxas\":[\"-v\",\"--warn-on-local-memory-usage\",\"--register-usage-level=10\"]}}",
#                 "calling_conv": 1,
#                 "target": T.target({"host": None, "kind": "c"}),
#                 "tirx.is_entry_func": True,
#                 "tirx.is_host_func": True,
#             }
#         )
#         T.host.arg_count(1, "clusters(A: Tensor((8,), float32))")
#         A_handle = T.host.arg_tensor(0, "A", "float32", 1)
#         dev_id = T.host.tensor_device_id(A_handle)
#         T.host.set_device(dev_id)
#         T.host.check_tensor(
#             0, A_handle, dev_id, T.int64(0), T.int64(8), on_device=True, alignment=4
#         )
#         A = T.decl_tensor((8,), "float32", data=T.host.tensor_data(A_handle))
#         T.launch_kernel("clusters_kernel", T.tensor_data_ptr(A), 8, 128, 2, 4, 1024)
#
#     @T.function
#     def clusters_kernel(A_ptr: T.handle("float32")):
#         T.func_attr(
#             {
#                 "backend_config": "{\"cuda\":{\"arch\":\"sm_90a\",\"compiler\":\"nvrtc\",\"nvcc\":[\"--use_fast_math\"],\"nvrtc\":[\"--use_fast_math\"],\"ptxas\":[\"-v\",\"--warn-on-local-memory-usage\",\"--register-usage-level=10\"]}}",
#                 "calling_conv": 2,
#                 "target": T.target({"arch": "sm_90a", "host": None, "kind": "cuda"}),
#                 "tirx.kernel_launch_params": [
#                     "blockIdx.x",
#                     "threadIdx.x",
#                     "clusterCtaIdx.x",
#                     "preferredClusterCtaIdx.x",
#                     "tirx.use_cooperative_launch",
#                     "tirx.use_programtic_dependent_launch",
#                     "tirx.use_dyn_shared_memory",
#                 ],
#                 "tirx.launch_bounds": 128,
#                 "tirx.noalias": True,
#                 "tirx.thread_extent": {
#                     "blockIdx.x": 8,
#                     "clusterCtaIdx.x": 2,
#                     "preferredClusterCtaIdx.x": 4,
#                     "threadIdx.x": 128,
#                 },
#             }
#         )
#         A = T.decl_tensor((8,), "float32", data=A_ptr)
#         A[0] = 1.0
