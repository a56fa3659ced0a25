# SPDX-License-Identifier: Apache-2.0
# The view of a neighbour's shared memory is larger than what is there.
# RUN: tirx run %s --simulate
# EXIT: 1
from tirx import script as T


@T.function
def cluster_memory_out_of_bounds(Y: T.Tensor((64,), "int32")):
    with T.device_entry(launch=T.cuda.LaunchConfig(grid=2, block=32, cluster=2)):
        t = T.cuda.thread_idx("x")
        s = T.alloc_shared((32,), "int32")
        s[t] = t
        T.cuda.cluster_sync()
        other = T.decl_tensor((64,), "int32", data=T.cuda.map_shared_rank(s[0], 1), scope="shared")
        if T.cuda.cluster_cta_rank() == 0:
            Y[t] = other[t + 1]
        T.cuda.cluster_sync()

# ==== output ====
# cluster_memory_out_of_bounds: on the simulator, as asked
# tests/sim/faults/cluster_memory_out_of_bounds.py:17:20: error: `other[32]`: 4 bytes at byte offset 128 of `s`, which has 128 bytes; an access must stay inside of the memory it was given [SimOutOfAllocation]
#                 Y[t] = other[t + 1]
#                        ^~~~~~~~~~~~
# note: in kernel `cluster_memory_out_of_bounds_kernel`, block (0, 0, 0), thread (31, 0, 0)
# note: the warp was in lines 11, 13, 14, 15, 16 before
