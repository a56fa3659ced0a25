# SPDX-License-Identifier: Apache-2.0
# Kernels that no device of the target can hold.
# RUN: tirx lower %s --arch sm_90a
# EXIT: 1
from tirx import script as T


@T.function
def threads(A: T.Tensor((8,), "float32")):
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=1, block=(32, 33))):
        A[0] = 1.0


@T.function
def shared(A: T.Tensor((8,), "float32")):
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=1, block=32)):
        s = T.alloc_shared((64, 128), "float32")
        t = T.alloc_shared((64, 128), "float32")
        s[0, 0] = 1.0
        t[0, 0] = s[0, 0]


@T.function
def dynamic(A: T.Tensor((8,), "float32")):
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=1, block=32, dynamic_smem_bytes=1024)):
        s = T.alloc_tensor((64, 32), "float32", scope="shared.dyn")
        s[0, 0] = 1.0


@T.function
def dynamic_of_no_device(A: T.Tensor((8,), "float32")):
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=1, block=32, dynamic_smem_bytes=400 * 1024)):
        A[0] = 1.0


@T.function
def deep_block(A: T.Tensor((8,), "float32")):
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=1, block=(1, 1, 65))):
        A[0] = 1.0


@T.function
def long_cluster(A: T.Tensor((8,), "float32")):
    with T.device_entry(launch=T.cuda.LaunchConfig(grid=32, block=32, cluster=32)):
        A[0] = 1.0


@T.function
def wide_cluster(A: T.Tensor((8,), "float32")):
    with T.device_entry(launch=T.cuda.LaunchConfig(grid=(8, 8), block=32, cluster=(8, 4))):
        A[0] = 1.0


@T.function
def placeholder(A: T.Tensor((8,), "float32")):
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=1, block=32)):
        s = T.alloc_tensor((0,), "float32", scope="shared.dyn")
        A[0] = s[0]


@T.function
def grid(A: T.Tensor((8,), "float32")):
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=(1, 65535, 65536), block=32)):
        A[0] = 1.0

# ==== output ====
# tests/error/kernel_limits.py:10:5: error: a block of 1056 threads; target `cuda` allows 1024 [BlockTooLarge]
#         with T.device_entry(launch=T.gpu.LaunchConfig(grid=1, block=(32, 33))):
#         ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
# tests/error/kernel_limits.py:18:13: error: the kernel has 65536 bytes of static shared memory; target `cuda` allows 49152: use the scope `shared.dyn` [SharedTooLarge]
#             t = T.alloc_shared((64, 128), "float32")
#                 ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
# tests/error/kernel_limits.py:25:5: error: `dynamic_smem_bytes` is 1024, smaller than what is allocated; the kernel's tensor `s` needs 8192 [DynamicSharedTooSmall]
#         with T.device_entry(launch=T.gpu.LaunchConfig(grid=1, block=32, dynamic_smem_bytes=1024)):
#         ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
# tests/error/kernel_limits.py:32:5: error: `dynamic_smem_bytes` is 409600; target `cuda` allows 232448 [LaunchTooLarge]
#         with T.device_entry(launch=T.gpu.LaunchConfig(grid=1, block=32, dynamic_smem_bytes=400 * 1024)):
#         ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
# tests/error/kernel_limits.py:38:5: error: `block.z` is 65; target `cuda` allows 64 [LaunchTooLarge]
#         with T.device_entry(launch=T.gpu.LaunchConfig(grid=1, block=(1, 1, 65))):
#         ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
# tests/error/kernel_limits.py:44:5: error: `cluster.x` is 32; target `cuda` allows 16 [LaunchTooLarge]
#         with T.device_entry(launch=T.cuda.LaunchConfig(grid=32, block=32, cluster=32)):
#         ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
# tests/error/kernel_limits.py:50:5: error: `cluster` is 32 blocks; target `cuda` allows 16 [LaunchTooLarge]
#         with T.device_entry(launch=T.cuda.LaunchConfig(grid=(8, 8), block=32, cluster=(8, 4))):
#         ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
# tests/error/kernel_limits.py:56:5: error: `dynamic_smem_bytes` is not given; the kernel's tensor `s` needs it, since its own extent is 0 [DynamicSharedTooSmall]
#         with T.device_entry(launch=T.gpu.LaunchConfig(grid=1, block=32)):
#         ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
# tests/error/kernel_limits.py:63:5: error: `grid.z` is 65536; target `cuda` allows 65535 [LaunchTooLarge]
#         with T.device_entry(launch=T.gpu.LaunchConfig(grid=(1, 65535, 65536), block=32)):
#         ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
