# SPDX-License-Identifier: Apache-2.0
# Subgroups are made of shared memory and barriers of the block: not where only some threads come along.
# RUN: tirx lower %s --target opencl --show source
# EXIT: 1
from tirx import script as T


@T.function(private=True)
def helper(x: T.float32) -> T.float32:
    return T.gpu.subgroup_sum(x)


@T.function
def under_a_condition(A: T.Tensor((64,), "float32")):
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=1, block=64)):
        i = T.gpu.thread_idx("x")
        if i < 32:
            A[i] = T.gpu.subgroup_sum(A[i])
        if A[i] > T.float32(0) and T.gpu.any(A[i] > T.float32(1)):
            A[i] = helper(A[i])


@T.function
def behind_a_return(A: T.Tensor((64,), "float32")):
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=1, block=64)):
        i = T.gpu.thread_idx("x")
        if i == 7:
            return
        A[i] = T.gpu.shuffle_xor(A[i], 1)


@T.function
def in_an_odd_block(A: T.Tensor((64,), "float32")):
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=1, block=40)):
        A[0] = T.gpu.subgroup_max(A[0])


@T.function
def in_a_block_of_unknown_size(A: T.Tensor((64,), "float32"), threads: T.int32):
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=1, block=threads)):
        T.gpu.subgroup_sync()

# ==== output ====
# tests/backends/opencl/refused/subgroups.py:10:12: error: opencl has no `T.gpu.subgroup_sum` in a function, which has no shared memory of its own: OpenCL C 1.2 has no subgroups, and those made of shared memory need every thread of the block [BackendLacks]
#         return T.gpu.subgroup_sum(x)
#                ^~~~~~~~~~~~~~~~~~~~~
# note: move it out of the branch, or use `T.gpu.block_sum`, `T.gpu.thread_allreduce` or shared memory
# tests/backends/opencl/refused/subgroups.py:18:20: error: opencl has no `T.gpu.subgroup_sum` where some threads of the block may not come along: OpenCL C 1.2 has no subgroups, and those made of shared memory need every thread of the block [BackendLacks]
#                 A[i] = T.gpu.subgroup_sum(A[i])
#                        ^~~~~~~~~~~~~~~~~~~~~~~~
# note: move it out of the branch, or use `T.gpu.block_sum`, `T.gpu.thread_allreduce` or shared memory
# tests/backends/opencl/refused/subgroups.py:19:36: error: opencl has no `T.gpu.any` where some threads of the block may not come along: OpenCL C 1.2 has no subgroups, and those made of shared memory need every thread of the block [BackendLacks]
#             if A[i] > T.float32(0) and T.gpu.any(A[i] > T.float32(1)):
#                                        ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
# note: move it out of the branch, or use `T.gpu.block_sum`, `T.gpu.thread_allreduce` or shared memory
# tests/backends/opencl/refused/subgroups.py:29:16: error: opencl has no `T.gpu.shuffle_xor` where some threads of the block may not come along: OpenCL C 1.2 has no subgroups, and those made of shared memory need every thread of the block [BackendLacks]
#             A[i] = T.gpu.shuffle_xor(A[i], 1)
#                    ^~~~~~~~~~~~~~~~~~~~~~~~~~
# note: move it out of the branch, or use `T.gpu.block_sum`, `T.gpu.thread_allreduce` or shared memory
# tests/backends/opencl/refused/subgroups.py:35:16: error: opencl has no `T.gpu.subgroup_max` in a block with a part of a subgroup: OpenCL C 1.2 has no subgroups, and those made of shared memory need every thread of the block [BackendLacks]
#             A[0] = T.gpu.subgroup_max(A[0])
#                    ^~~~~~~~~~~~~~~~~~~~~~~~
# note: move it out of the branch, or use `T.gpu.block_sum`, `T.gpu.thread_allreduce` or shared memory
# tests/backends/opencl/refused/subgroups.py:41:9: error: opencl has no `T.gpu.subgroup_sync` in a block whose size is not known while compiling: OpenCL C 1.2 has no subgroups, and those made of shared memory need every thread of the block [BackendLacks]
#             T.gpu.subgroup_sync()
#             ^~~~~~~~~~~~~~~~~~~~~
# note: move it out of the branch, or use `T.gpu.block_sum`, `T.gpu.thread_allreduce` or shared memory
