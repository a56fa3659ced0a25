# SPDX-License-Identifier: Apache-2.0
# Each block sums up all partial sums; the sum of the first block is overwritten meanwhile.
# RUN: tirx run %s --simulate
# EXIT: 1
from tirx import script as T


@T.function
def cluster_reduction_without_last_barrier(X: T.Tensor((128,), "int32"), Y: T.Tensor((4,), "int32")):
    with T.device_entry(launch=T.cuda.LaunchConfig(grid=4, block=32, cluster=4)):
        t = T.cuda.thread_idx("x")
        part = T.alloc_shared((1,), "int32")
        total = T.gpu.block_sum(X[T.cuda.block_idx("x") * 32 + t])
        if t == 0:
            part[0] = total
        T.cuda.cluster_sync()
        if t == 0:
            sum: T.int32 = 0
            for rank in T.serial(4):
                other = T.decl_tensor((1,), "int32", data=T.cuda.map_shared_rank(part[0], rank), scope="shared")
                sum += other[0]
            Y[T.cuda.block_idx("x")] = sum
            part[0] = sum
        T.cuda.cluster_sync()

# ==== output ====
# cluster_reduction_without_last_barrier: on the simulator, as asked
# tests/sim/faults/cluster_reduction_without_last_barrier.py:21:24: error: `other[0]`: data race: read here, and written by thread (0, 0, 0) of block (3, 0, 0) with nothing between that orders the two; put a barrier between them, or make both atomic [SimRace]
#                     sum += other[0]
#                            ^~~~~~~~
# note: in kernel `cluster_reduction_without_last_barrier_kernel`, block (0, 0, 0), thread (0, 0, 0)
# tests/sim/faults/cluster_reduction_without_last_barrier.py:23:13: note: thread (0, 0, 0) of block (3, 0, 0): written here
#                 part[0] = sum
#                 ^~~~~~~
# note: the warp was in lines 21, 20, 21, 20, 21, 20 before
# note: and 5 more times here
