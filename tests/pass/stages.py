# SPDX-License-Identifier: Apache-2.0
# What each pass makes of index arithmetic: simplified, flattened, narrowed, unrolled; then the split.
# RUN: tirx lower %s --arch sm_90a --verify --print-after simplify flatten-tensors narrow-index unroll-loops split-host-device

from tirx import script as T


@T.function
def gather(A: T.Tensor((64, 128), "float32"), B: T.Tensor(("n", 128), "float32"), k: T.int32):
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=B.shape[0], block=(32, 4))):
        row = T.gpu.block_idx("x")
        thread = T.gpu.thread_idx("y") * 32 + T.gpu.thread_idx("x")
        warp = thread // 32
        if thread < 128 and k >= 0:
            for step in T.unroll(2):
                B[row, (thread + step * 128) % 128] = A[(k + step) % 64, (warp * 32 + thread % 32) * 1 + 0 * k]
        for word in T.serial(T.int64(4)):
            if word * 32 + T.cast(T.gpu.lane_id(), "int64") < T.int64(128):
                A[0, word * 32] = 0.0

# ==== output ====
# # after simplify
# from tirx import script as T
# from tirx.script import ir as I
#
#
# @I.ir_module
# class Module:
#     @T.function
#     def gather(A: T.Tensor((64, 128), "float32"), B: T.Tensor(("n", 128), "float32"), k: T.int32):
#         T.func_attr(
#             {
#                 "target": T.target(
#                     {"arch": "sm_90a", "host": T.target({"kind": "c"}), "kind": "cuda"}
#                 )
#             }
#         )
#         with T.device_entry(launch=T.gpu.LaunchConfig(grid=n, block=(32, 4))):
#             row = T.gpu.block_idx("x")
#             thread = T.gpu.thread_idx("y") * 32 + T.gpu.thread_idx("x")
#             warp = thread // 32
#             if k >= 0:
#                 for step in T.unroll(2):
#                     B[row, thread] = A[(k + step) % 64, warp * 32 + thread % 32]
#             for word in range(T.int64(4)):
#                 if word * 32 + T.cast(T.gpu.lane_id(), "int64") < 128:
#                     A[0, word * 32] = 0.0
# # after flatten-tensors
# from tirx import script as T
# from tirx.script import ir as I
#
#
# @I.ir_module
# class Module:
#     @T.function
#     def gather(A: T.Tensor((64, 128), "float32"), B: T.Tensor(("n", 128), "float32"), k: T.int32):
#         T.func_attr(
#             {
#                 "target": T.target(
#                     {"arch": "sm_90a", "host": T.target({"kind": "c"}), "kind": "cuda"}
#                 )
#             }
#         )
#         A_1 = T.decl_tensor((8192,), "float32", data=T.tensor_data_ptr(A))
#         B_1 = T.decl_tensor((n * 128,), "float32", data=T.tensor_data_ptr(B))
#         with T.device_entry(launch=T.gpu.LaunchConfig(grid=n, block=(32, 4))):
#             row = T.gpu.block_idx("x")
#             thread = T.gpu.thread_idx("y") * 32 + T.gpu.thread_idx("x")
#             warp = thread // 32
#             if k >= 0:
#                 for step in T.unroll(2):
#                     B_1[
#                         T.cast(row, "int64") * 128 + T.cast(thread, "int64")
#                     ] = A_1[(k + step) % 64 * 128 + (warp * 32 + thread % 32)]
#             for word in range(T.int64(4)):
#                 if word * 32 + T.cast(T.gpu.lane_id(), "int64") < 128:
#                     A_1[T.cast(word * 32, "int32")] = 0.0
# # after narrow-index
# from tirx import script as T
# from tirx.script import ir as I
#
#
# @I.ir_module
# class Module:
#     @T.function
#     def gather(A: T.Tensor((64, 128), "float32"), B: T.Tensor(("n", 128), "float32"), k: T.int32):
#         T.func_attr(
#             {
#                 "target": T.target(
#                     {"arch": "sm_90a", "host": T.target({"kind": "c"}), "kind": "cuda"}
#                 )
#             }
#         )
#         A_1 = T.decl_tensor((8192,), "float32", data=T.tensor_data_ptr(A))
#         B_1 = T.decl_tensor((n * 128,), "float32", data=T.tensor_data_ptr(B))
#         with T.device_entry(launch=T.gpu.LaunchConfig(grid=n, block=(32, 4))):
#             row = T.gpu.block_idx("x")
#             thread = T.gpu.thread_idx("y") * 32 + T.gpu.thread_idx("x")
#             warp = thread // 32
#             if k >= 0:
#                 for step in T.unroll(2):
#                     B_1[
#                         T.cast(row, "int64") * 128 + T.cast(thread, "int64")
#                     ] = A_1[(k + step) % 64 * 128 + (warp * 32 + thread % 32)]
#             for word in range(4):
#                 if word * 32 + T.gpu.lane_id() < 128:
#                     A_1[word * 32] = 0.0
# # after unroll-loops
# from tirx import script as T
# from tirx.script import ir as I
#
#
# @I.ir_module
# class Module:
#     @T.function
#     def gather(A: T.Tensor((64, 128), "float32"), B: T.Tensor(("n", 128), "float32"), k: T.int32):
#         T.func_attr(
#             {
#                 "target": T.target(
#                     {"arch": "sm_90a", "host": T.target({"kind": "c"}), "kind": "cuda"}
#                 )
#             }
#         )
#         A_1 = T.decl_tensor((8192,), "float32", data=T.tensor_data_ptr(A))
#         B_1 = T.decl_tensor((n * 128,), "float32", data=T.tensor_data_ptr(B))
#         with T.device_entry(launch=T.gpu.LaunchConfig(grid=n, block=(32, 4))):
#             row = T.gpu.block_idx("x")
#             thread = T.gpu.thread_idx("y") * 32 + T.gpu.thread_idx("x")
#             warp = thread // 32
#             if k >= 0:
#                 B_1[
#                     T.cast(row, "int64") * 128 + T.cast(thread, "int64")
#                 ] = A_1[k % 64 * 128 + (warp * 32 + thread % 32)]
#                 B_1[
#                     T.cast(row, "int64") * 128 + T.cast(thread, "int64")
#                 ] = A_1[(k + 1) % 64 * 128 + (warp * 32 + thread % 32)]
#             for word in range(4):
#                 if word * 32 + T.gpu.lane_id() < 128:
#                     A_1[word * 32] = 0.0
# # after simplify
# from tirx import script as T
# from tirx.script import ir as I
#
#
# @I.ir_module
# class Module:
#     @T.function
#     def gather(A: T.Tensor((64, 128), "float32"), B: T.Tensor(("n", 128), "float32"), k: T.int32):
#         T.func_attr(
#             {
#                 "target": T.target(
#                     {"arch": "sm_90a", "host": T.target({"kind": "c"}), "kind": "cuda"}
#                 )
#             }
#         )
#         A_1 = T.decl_tensor((8192,), "float32", data=T.tensor_data_ptr(A))
#         B_1 = T.decl_tensor((n * 128,), "float32", data=T.tensor_data_ptr(B))
#         with T.device_entry(launch=T.gpu.LaunchConfig(grid=n, block=(32, 4))):
#             row = T.gpu.block_idx("x")
#             thread = T.gpu.thread_idx("y") * 32 + T.gpu.thread_idx("x")
#             warp = thread // 32
#             if k >= 0:
#                 B_1[
#                     T.cast(row, "int64") * 128 + T.cast(thread, "int64")
#                 ] = A_1[k % 64 * 128 + warp * 32 + thread % 32]
#                 B_1[
#                     T.cast(row, "int64") * 128 + T.cast(thread, "int64")
#                 ] = A_1[(k + 1) % 64 * 128 + warp * 32 + thread % 32]
#             for word in range(4):
#                 if word * 32 + T.gpu.lane_id() < 128:
#                     A_1[word * 32] = 0.0
# # after split-host-device
# from tirx import script as T
# from tirx.script import ir as I
#
#
# @I.ir_module
# class Module:
#     @T.function
#     def gather(A: T.Tensor((64, 128), "float32"), B: T.Tensor(("n", 128), "float32"), k: T.int32):
#         T.func_attr(
#             {
#                 "target": T.target({"host": None, "kind": "c"}),
#                 "tirx.is_entry_func": True,
#                 "tirx.is_host_func": True,
#             }
#         )
#         T.launch_kernel("gather_kernel", T.tensor_data_ptr(A), T.tensor_data_ptr(B), k, n, n, 32, 4)
#
#     @T.function
#     def gather_kernel(
#         A_ptr: T.handle("float32"), B_ptr: T.handle("float32"), k: T.int32, n: T.int64
#     ):
#         T.func_attr(
#             {
#                 "calling_conv": 2,
#                 "target": T.target({"arch": "sm_90a", "host": None, "kind": "cuda"}),
#                 "tirx.kernel_launch_params": ["blockIdx.x", "threadIdx.x", "threadIdx.y"],
#                 "tirx.launch_bounds": 128,
#                 "tirx.noalias": True,
#                 "tirx.thread_extent": {"threadIdx.x": 32, "threadIdx.y": 4},
#             }
#         )
#         A_1 = T.decl_tensor((8192,), "float32", data=A_ptr)
#         B_1 = T.decl_tensor((n * 128,), "float32", data=B_ptr)
#         row = T.gpu.block_idx("x")
#         thread = T.gpu.thread_idx("y") * 32 + T.gpu.thread_idx("x")
#         warp = thread // 32
#         if k >= 0:
#             index = T.cast(row, "int64") * 128 + T.cast(thread, "int64")
#             B_1[index] = A_1[k % 64 * 128 + warp * 32 + thread % 32]
#             B_1[index] = A_1[(k + 1) % 64 * 128 + warp * 32 + thread % 32]
#         for word in range(4):
#             if word * 32 + T.gpu.lane_id() < 128:
#                 A_1[word * 32] = 0.0
