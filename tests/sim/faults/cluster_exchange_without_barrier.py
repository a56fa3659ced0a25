# SPDX-License-Identifier: Apache-2.0
# Each block reads its neighbour's shared memory as soon as its own is written.
# RUN: tirx run %s --simulate
# EXIT: 1
from tirx import script as T


@T.function
def cluster_exchange_without_barrier(X: T.Tensor((64,), "int32"), Y: T.Tensor((64,), "int32")):
    with T.device_entry(launch=T.cuda.LaunchConfig(grid=2, block=32, cluster=2)):
        t = T.cuda.thread_idx("x")
        rank = T.cuda.cluster_cta_rank()
        s = T.alloc_shared((32,), "int32")
        if rank == 0:
            s[t] = X[t]
            T.cuda.cluster_sync()
        else:
            T.cuda.cluster_sync()
            s[t] = X[32 + t]
        first = T.decl_tensor((32,), "int32", data=T.cuda.map_shared_rank(s[0], 0), scope="shared")
        second = T.decl_tensor((32,), "int32", data=T.cuda.map_shared_rank(s[0], 1), scope="shared")
        if rank == 1:
            Y[t] = first[t]
        T.gpu.sync()
        if rank == 0:
            second[t] = 0
        T.cuda.cluster_sync()

# ==== output ====
# cluster_exchange_without_barrier: on the simulator, as asked
# tests/sim/faults/cluster_exchange_without_barrier.py:26:13: error: `second[0]`: data race: written here, and written by thread (0, 0, 0) of block (1, 0, 0) with nothing between that orders the two; put a barrier between them, or make both atomic [SimRace]
#                 second[t] = 0
#                 ^~~~~~~~~
# note: in kernel `cluster_exchange_without_barrier_kernel`, block (0, 0, 0), thread (0, 0, 0)
# tests/sim/faults/cluster_exchange_without_barrier.py:19:13: note: thread (0, 0, 0) of block (1, 0, 0): written here
#                 s[t] = X[32 + t]
#                 ^~~~
# note: the warp was in lines 12, 15, 16, 20, 21, 24 before
# note: and 31 more times here
