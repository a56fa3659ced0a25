# SPDX-License-Identifier: Apache-2.0
# Half of a warp comes to the barrier of the cluster.
# RUN: tirx run %s --simulate
# EXIT: 1
from tirx import script as T


@T.function
def cluster_barrier_in_branch(Y: T.Tensor((64,), "int32")):
    with T.device_entry(launch=T.cuda.LaunchConfig(grid=2, block=32, cluster=2)):
        t = T.cuda.thread_idx("x")
        Y[T.cuda.block_idx("x") * 32 + t] = t
        if t < 16:
            T.cuda.cluster_sync()

# ==== output ====
# cluster_barrier_in_branch: on the simulator, as asked
# tests/sim/faults/cluster_barrier_in_branch.py:14:13: error: barrier reached by 16 of the 32 running threads of a warp; all threads of the block must reach it [SimDivergentBarrier]
#                 T.cuda.cluster_sync()
#                 ^~~~~~~~~~~~~~~~~~~~~
# note: in kernel `cluster_barrier_in_branch_kernel`, block (0, 0, 0), thread (0, 0, 0)
# note: thread (16, 0, 0) does not reach it
# note: the warp was in lines 11, 12 before
# note: and 31 more times here
