# SPDX-License-Identifier: Apache-2.0
# Blocks exchange values twice, with one barrier of the grid.
# RUN: tirx run %s --simulate
# EXIT: 1
from tirx import script as T


@T.function
def grid_barrier_is_missing(Y: T.Tensor((64,), "int32"), Z: T.Tensor((64,), "int32")):
    with T.device_entry(launch=T.cuda.LaunchConfig(grid=2, block=32, cooperative=True)):
        i = T.cuda.block_idx("x") * 32 + T.cuda.thread_idx("x")
        Y[i] = i
        T.cuda.grid_sync()
        Z[i] = Y[63 - i]
        Y[i] = Z[i]

# ==== output ====
# grid_barrier_is_missing: on the simulator, as asked
# tests/sim/faults/grid_barrier_is_missing.py:14:16: error: `Y[63]`: data race: read here, and written by thread (31, 0, 0) of block (1, 0, 0) with nothing between that orders the two; put a barrier between them, or make both atomic [SimRace]
#             Z[i] = Y[63 - i]
#                    ^~~~~~~~~
# note: in kernel `grid_barrier_is_missing_kernel`, block (0, 0, 0), thread (0, 0, 0)
# tests/sim/faults/grid_barrier_is_missing.py:15:9: note: thread (31, 0, 0) of block (1, 0, 0): written here
#             Y[i] = Z[i]
#             ^~~~
# note: the warp was in lines 11, 12, 13 before
# note: and 31 more times here
