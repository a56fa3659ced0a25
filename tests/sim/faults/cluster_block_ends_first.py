# SPDX-License-Identifier: Apache-2.0
# A block reads the shared memory of another one that has nothing to wait for.
# RUN: tirx run %s --simulate
# EXIT: 1
from tirx import script as T


@T.function
def cluster_block_ends_first(Y: T.Tensor((64,), "int32")):
    with T.device_entry(launch=T.cuda.LaunchConfig(grid=2, block=32, cluster=2)):
        t = T.cuda.thread_idx("x")
        s = T.alloc_shared((32,), "int32")
        s[t] = t
        T.cuda.cluster_sync()
        other = T.decl_tensor((32,), "int32", data=T.cuda.map_shared_rank(s[0], 1 - T.cuda.cluster_cta_rank()), scope="shared")
        Y[T.cuda.cluster_cta_rank() * 32 + t] = other[31 - t]

# ==== output ====
# cluster_block_ends_first: on the simulator, as asked
# tests/sim/faults/cluster_block_ends_first.py:16:49: error: the shared memory of block (1, 0, 0) is accessed, and nothing keeps that block from ending before; put a barrier of the cluster after the last such access [SimBlockGone]
#             Y[T.cuda.cluster_cta_rank() * 32 + t] = other[31 - t]
#                                                     ^~~~~~~~~~~~~
# note: in kernel `cluster_block_ends_first_kernel`, block (0, 0, 0), thread (0, 0, 0)
# note: the warp was in lines 11, 13, 14, 15 before
# note: and 32 more times here
