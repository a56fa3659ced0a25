# SPDX-License-Identifier: Apache-2.0
# A block reads what its neighbour has not written.
# RUN: tirx run %s --simulate
# EXIT: 1
from tirx import script as T


@T.function
def cluster_memory_uninitialised(Y: T.Tensor((64,), "int32")):
    with T.device_entry(launch=T.cuda.LaunchConfig(grid=2, block=32, cluster=2)):
        t = T.cuda.thread_idx("x")
        s = T.alloc_shared((32,), "int32")
        if T.cuda.cluster_cta_rank() == 0:
            s[t] = t
        T.cuda.cluster_sync()
        last = T.decl_tensor((32,), "int32", data=T.cuda.map_shared_rank(s[0], 1), scope="shared")
        if T.cuda.cluster_cta_rank() == 0:
            Y[t] = last[t]
        T.cuda.cluster_sync()

# ==== output ====
# cluster_memory_uninitialised: on the simulator, as asked
# tests/sim/faults/cluster_memory_uninitialised.py:18:20: error: `last[0]`: read before anything was written there [SimUninitialised]
#                 Y[t] = last[t]
#                        ^~~~~~~
# note: in kernel `cluster_memory_uninitialised_kernel`, block (0, 0, 0), thread (0, 0, 0)
# note: the warp was in lines 11, 13, 14, 15, 16, 17 before
# note: and 31 more times here
