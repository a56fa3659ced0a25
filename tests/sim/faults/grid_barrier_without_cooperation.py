# SPDX-License-Identifier: Apache-2.0
# A barrier of the grid in a launch that does not promise that all blocks run at once.
# RUN: tirx run %s --simulate
# EXIT: 1
from tirx import script as T


@T.function
def grid_barrier_without_cooperation(Y: T.Tensor((64,), "int32")):
    with T.device_entry(launch=T.cuda.LaunchConfig(grid=2, block=32)):
        t = T.cuda.thread_idx("x")
        Y[T.cuda.block_idx("x") * 32 + t] = t
        T.cuda.grid_sync()

# ==== output ====
# grid_barrier_without_cooperation: on the simulator, as asked
# tests/sim/faults/grid_barrier_without_cooperation.py:13:9: error: `T.cuda.grid_sync`: the launch is not cooperative: nobody promises that all blocks run at once [SimBadOperand]
#             T.cuda.grid_sync()
#             ^~~~~~~~~~~~~~~~~~
# note: in kernel `grid_barrier_without_cooperation_kernel`, block (0, 0, 0), thread (0, 0, 0)
# note: the warp was in lines 11, 12 before
# note: and 31 more times here
