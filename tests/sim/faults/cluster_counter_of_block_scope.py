# SPDX-License-Identifier: Apache-2.0
# Blocks of a cluster count in one place, with updates that are atomic within a block only.
# RUN: tirx run %s --simulate
# EXIT: 1
from tirx import script as T


@T.function
def cluster_counter_of_block_scope(Y: T.Tensor((2,), "int32")):
    with T.device_entry(launch=T.cuda.LaunchConfig(grid=2, block=32, cluster=2)):
        t = T.cuda.thread_idx("x")
        count = T.alloc_shared((1,), "int32")
        if t == 0:
            count[0] = 0
        T.cuda.cluster_sync()
        T.gpu.atomic_add(T.cuda.map_shared_rank(count[0], 0), 1, scope="block")
        T.cuda.cluster_sync()
        if t == 0:
            Y[T.cuda.block_idx("x")] = count[0]

# ==== output ====
# cluster_counter_of_block_scope: on the simulator, as asked
# tests/sim/faults/cluster_counter_of_block_scope.py:16:9: error: `T.gpu.atomic_add` at byte offset 0 of `count`: data race: updated atomically here, and updated atomically by thread (31, 0, 0) of block (1, 0, 0) with nothing between that orders the two; an atomic of `scope="block"` is one for its own block only: leave the scope out [SimRace]
#             T.gpu.atomic_add(T.cuda.map_shared_rank(count[0], 0), 1, scope="block")
#             ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
# note: in kernel `cluster_counter_of_block_scope_kernel`, block (0, 0, 0), thread (0, 0, 0)
# tests/sim/faults/cluster_counter_of_block_scope.py:16:9: note: thread (31, 0, 0) of block (1, 0, 0): updated atomically here
#             T.gpu.atomic_add(T.cuda.map_shared_rank(count[0], 0), 1, scope="block")
#             ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
# note: the warp was in lines 11, 14, 15 before
# note: and 31 more times here
