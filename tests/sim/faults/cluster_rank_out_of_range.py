# SPDX-License-Identifier: Apache-2.0
# The last block of a cluster looks for one more.
# RUN: tirx run %s --simulate
# EXIT: 1
from tirx import script as T


@T.function
def cluster_rank_out_of_range(Y: T.Tensor((64,), "int32")):
    with T.device_entry(launch=T.cuda.LaunchConfig(grid=2, block=32, cluster=2)):
        t = T.cuda.thread_idx("x")
        s = T.alloc_shared((32,), "int32")
        s[t] = t
        T.cuda.cluster_sync()
        place = T.cuda.map_shared_rank(s[t], T.cuda.cluster_cta_rank() + 1)
        Y[T.cuda.block_idx("x") * 32 + t] = T.gpu.atomic_add(place, 1)
        T.cuda.cluster_sync()

# ==== output ====
# cluster_rank_out_of_range: on the simulator, as asked
# tests/sim/faults/cluster_rank_out_of_range.py:15:17: error: `T.cuda.map_shared_rank`: rank 2 in a cluster of 2 blocks [SimBadOperand]
#             place = T.cuda.map_shared_rank(s[t], T.cuda.cluster_cta_rank() + 1)
#                     ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
# note: in kernel `cluster_rank_out_of_range_kernel`, block (1, 0, 0), thread (0, 0, 0)
# note: the warp was in lines 11, 13, 14 before
# note: and 31 more times here
