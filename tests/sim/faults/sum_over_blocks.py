# SPDX-License-Identifier: Apache-2.0
# Blocks add to one element without atomics.
# RUN: tirx run %s --simulate
# EXIT: 1
from tirx import script as T


@T.function
def sum_over_blocks(X: T.Tensor((4,), "float32"), Y: T.Tensor((1,), "float32")):
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=4, block=32)):
        b = T.gpu.block_idx("x")
        if T.gpu.thread_idx("x") == 0:
            Y[0] = Y[0] + X[b]

# ==== output ====
# sum_over_blocks: on the simulator, as asked
# tests/sim/faults/sum_over_blocks.py:13:20: error: `Y[0]`: data race: read here, and written by thread (0, 0, 0) of block (0, 0, 0) with nothing between that orders the two; put a barrier between them, or make both atomic [SimRace]
#                 Y[0] = Y[0] + X[b]
#                        ^~~~
# note: in kernel `sum_over_blocks_kernel`, block (1, 0, 0), thread (0, 0, 0)
# tests/sim/faults/sum_over_blocks.py:13:13: note: thread (0, 0, 0) of block (0, 0, 0): written here
#                 Y[0] = Y[0] + X[b]
#                 ^~~~
# note: the warp was in lines 11, 12 before
# note: and 2 more times here
# tests/sim/faults/sum_over_blocks.py:13:13: error: `Y[0]`: data race: written here, and written by thread (0, 0, 0) of block (0, 0, 0) with nothing between that orders the two; put a barrier between them, or make both atomic [SimRace]
#                 Y[0] = Y[0] + X[b]
#                 ^~~~
# note: in kernel `sum_over_blocks_kernel`, block (1, 0, 0), thread (0, 0, 0)
# tests/sim/faults/sum_over_blocks.py:13:13: note: thread (0, 0, 0) of block (0, 0, 0): written here
#                 Y[0] = Y[0] + X[b]
#                 ^~~~
# note: the warp was in lines 11, 12 before
# note: and 2 more times here
