# SPDX-License-Identifier: Apache-2.0
# A sum over a block whose size is not known while compiling.
# RUN: tirx lower %s --target opencl --show source
# EXIT: 1
from tirx import script as T


@T.function
def f(A: T.Tensor((64,), "float32"), threads: T.int32):
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=1, block=threads)):
        i = T.gpu.thread_idx("x")
        A[i] = T.gpu.block_sum(A[i])

# ==== output ====
# tests/backends/opencl/refused/block_of_unknown_size.py:12:16: error: `T.gpu.thread_allreduce` cannot be computed here: an extent of the block is not known while compiling [NoThreadAllreduce]
#             A[i] = T.gpu.block_sum(A[i])
#                    ^~~~~~~~~~~~~~~~~~~~~
