# SPDX-License-Identifier: Apache-2.0
# Each block writes one element too many: the first of the next.
# RUN: tirx run %s --simulate
# EXIT: 1
from tirx import script as T


@T.function
def overlapping_blocks(Y: T.Tensor((129,), "int32")):
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=2, block=96)):
        b = T.gpu.block_idx("x")
        t = T.gpu.thread_idx("x")
        if t < 65:
            Y[b * 64 + t] = b * 1000 + t

# ==== output ====
# overlapping_blocks: on the simulator, as asked
# tests/sim/faults/overlapping_blocks.py:14:13: error: `Y[64]`: data race: written here, and written by thread (64, 0, 0) of block (0, 0, 0) with nothing between that orders the two; put a barrier between them, or make both atomic [SimRace]
#                 Y[b * 64 + t] = b * 1000 + t
#                 ^~~~~~~~~~~~~
# note: in kernel `overlapping_blocks_kernel`, block (1, 0, 0), thread (0, 0, 0)
# tests/sim/faults/overlapping_blocks.py:14:13: note: thread (64, 0, 0) of block (0, 0, 0): written here
#                 Y[b * 64 + t] = b * 1000 + t
#                 ^~~~~~~~~~~~~
# note: the warp was in lines 11, 12 before
