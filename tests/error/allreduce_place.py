# SPDX-License-Identifier: Apache-2.0
# A reduction over threads of a block whose extent is not known while compiling.
# RUN: tirx check %s
# EXIT: 1
from tirx import script as T


@T.function
def g(A: T.Tensor((32,), "float32"), n: T.int32):
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=1, block=n)):
        i = T.gpu.thread_idx("x")
        A[i] = T.gpu.thread_allreduce(A[i], "sum")

# ==== output ====
# tests/error/allreduce_place.py:12:16: error: `T.gpu.thread_allreduce` cannot be computed here: an extent of the block is not known while compiling [NoThreadAllreduce]
#             A[i] = T.gpu.thread_allreduce(A[i], "sum")
#                    ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
