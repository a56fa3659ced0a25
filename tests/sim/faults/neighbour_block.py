# SPDX-License-Identifier: Apache-2.0
# A block reads what another one writes in the same launch.
# RUN: tirx run %s --simulate
# EXIT: 1
from tirx import script as T


@T.function
def neighbour_block(Y: T.Tensor((128,), "float32"), Z: T.Tensor((128,), "float32")):
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=2, block=64)):
        b = T.gpu.block_idx("x")
        t = T.gpu.thread_idx("x")
        Y[b * 64 + t] = 1.0
        Z[b * 64 + t] = Y[(1 - b) * 64 + t]

# ==== output ====
# neighbour_block: on the simulator, as asked
# tests/sim/faults/neighbour_block.py:13:9: error: `Y[64]`: data race: written here, and read by thread (0, 0, 0) of block (0, 0, 0) with nothing between that orders the two; put a barrier between them, or make both atomic [SimRace]
#             Y[b * 64 + t] = 1.0
#             ^~~~~~~~~~~~~
# note: in kernel `neighbour_block_kernel`, block (1, 0, 0), thread (0, 0, 0)
# tests/sim/faults/neighbour_block.py:14:25: note: thread (0, 0, 0) of block (0, 0, 0): read here
#             Z[b * 64 + t] = Y[(1 - b) * 64 + t]
#                             ^~~~~~~~~~~~~~~~~~~
# note: the warp was in lines 11, 12 before
# note: and 63 more times here
