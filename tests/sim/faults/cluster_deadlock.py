# SPDX-License-Identifier: Apache-2.0
# One block waits for the cluster, the other one for its own second warp, which has ended.
# RUN: tirx run %s --simulate
# EXIT: 1
from tirx import script as T


@T.function
def cluster_deadlock(Y: T.Tensor((128,), "int32")):
    with T.device_entry(launch=T.cuda.LaunchConfig(grid=2, block=64, cluster=2)):
        t = T.cuda.thread_idx("x")
        Y[T.cuda.block_idx("x") * 64 + t] = t
        if T.cuda.cluster_cta_rank() == 1:
            if t >= 32:
                return
            T.cuda.bar_sync(1, 64)
        T.cuda.cluster_sync()

# ==== output ====
# cluster_deadlock: on the simulator, as asked
# tests/sim/faults/cluster_deadlock.py:17:9: error: deadlock: no thread of the cluster can go on [SimDeadlock]
#             T.cuda.cluster_sync()
#             ^~~~~~~~~~~~~~~~~~~~~
# note: in kernel `cluster_deadlock_kernel`, block (0, 0, 0), thread (0, 0, 0)
# tests/sim/faults/cluster_deadlock.py:17:9: note: warp 1 of block (0, 0, 0) waits here
#             T.cuda.cluster_sync()
#             ^~~~~~~~~~~~~~~~~~~~~
# tests/sim/faults/cluster_deadlock.py:16:13: note: warp 0 of block (1, 0, 0) waits here
#                 T.cuda.bar_sync(1, 64)
#                 ^~~~~~~~~~~~~~~~~~~~~~
# note: warp 1 of block (1, 0, 0) has ended
# note: the warp was in lines 11, 12, 13 before
# note: and 31 more times here
