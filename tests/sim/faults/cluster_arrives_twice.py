# SPDX-License-Identifier: Apache-2.0
# One block comes to the barrier of the cluster twice before it waits.
# RUN: tirx run %s --simulate
# EXIT: 1
from tirx import script as T


@T.function
def cluster_arrives_twice(Y: T.Tensor((64,), "int32")):
    with T.device_entry(launch=T.cuda.LaunchConfig(grid=2, block=32, cluster=2)):
        t = T.cuda.thread_idx("x")
        T.cuda.cluster_arrive()
        Y[T.cuda.block_idx("x") * 32 + t] = t
        if T.cuda.cluster_cta_rank() == 1:
            T.cuda.cluster_arrive()
        T.cuda.cluster_wait()

# ==== output ====
# cluster_arrives_twice: on the simulator, as asked
# tests/sim/faults/cluster_arrives_twice.py:15:13: error: `T.cuda.cluster_arrive`: the warp has come to the barrier before and has not waited since [SimBadOperand]
#                 T.cuda.cluster_arrive()
#                 ^~~~~~~~~~~~~~~~~~~~~~~
# note: in kernel `cluster_arrives_twice_kernel`, block (1, 0, 0), thread (0, 0, 0)
# note: the warp was in lines 11, 12, 13, 14 before
# note: and 31 more times here
