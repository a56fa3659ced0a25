# SPDX-License-Identifier: Apache-2.0
# The last block has nothing to do and ends; the others wait for it.
# RUN: tirx run %s --simulate
# EXIT: 1
from tirx import script as T


@T.function
def grid_barrier_is_skipped(Y: T.Tensor((96,), "int32")):
    with T.device_entry(launch=T.cuda.LaunchConfig(grid=4, block=32, cooperative=True)):
        i = T.cuda.block_idx("x") * 32 + T.cuda.thread_idx("x")
        if i >= 96:
            return
        Y[i] = i
        T.cuda.grid_sync()
        Y[i] = Y[95 - i]

# ==== output ====
# grid_barrier_is_skipped: on the simulator, as asked
# tests/sim/faults/grid_barrier_is_skipped.py:15:9: error: deadlock: no thread of the grid can go on [SimDeadlock]
#             T.cuda.grid_sync()
#             ^~~~~~~~~~~~~~~~~~
# note: in kernel `grid_barrier_is_skipped_kernel`, block (0, 0, 0), thread (0, 0, 0)
# tests/sim/faults/grid_barrier_is_skipped.py:15:9: note: warp 0 of block (1, 0, 0) and 1 other wait here
#             T.cuda.grid_sync()
#             ^~~~~~~~~~~~~~~~~~
# note: warp 0 of block (3, 0, 0) has ended
# note: the warp was in lines 11, 14 before
# note: and 31 more times here
