# SPDX-License-Identifier: Apache-2.0
# A warp waits at the barrier of the cluster without coming to it.
# RUN: tirx run %s --simulate
# EXIT: 1
from tirx import script as T


@T.function
def cluster_wait_without_arrive(Y: T.Tensor((64,), "int32")):
    with T.device_entry(launch=T.cuda.LaunchConfig(grid=2, block=32, cluster=2)):
        t = T.cuda.thread_idx("x")
        Y[T.cuda.block_idx("x") * 32 + t] = t
        T.cuda.cluster_wait()

# ==== output ====
# cluster_wait_without_arrive: on the simulator, as asked
# tests/sim/faults/cluster_wait_without_arrive.py:13:9: error: `T.cuda.cluster_wait`: the warp has not come to the barrier before [SimBadOperand]
#             T.cuda.cluster_wait()
#             ^~~~~~~~~~~~~~~~~~~~~
# note: in kernel `cluster_wait_without_arrive_kernel`, block (0, 0, 0), thread (0, 0, 0)
# note: the warp was in lines 11, 12 before
# note: and 63 more times here
