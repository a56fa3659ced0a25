# SPDX-License-Identifier: Apache-2.0
# Each block says that it is done, in one place.
# RUN: tirx run %s --simulate
# EXIT: 1
from tirx import script as T


@T.function
def same_value_by_two_blocks(Done: T.Tensor((1,), "int32")):
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=2, block=32)):
        if T.gpu.thread_idx("x") == 0:
            Done[0] = 1

# ==== output ====
# same_value_by_two_blocks: on the simulator, as asked
# tests/sim/faults/same_value_by_two_blocks.py:12:13: error: `Done[0]`: data race: written here, and written by thread (0, 0, 0) of block (0, 0, 0) with nothing between that orders the two; put a barrier between them, or make both atomic [SimRace]
#                 Done[0] = 1
#                 ^~~~~~~
# note: in kernel `same_value_by_two_blocks_kernel`, block (1, 0, 0), thread (0, 0, 0)
# tests/sim/faults/same_value_by_two_blocks.py:12:13: note: thread (0, 0, 0) of block (0, 0, 0): written here
#                 Done[0] = 1
#                 ^~~~~~~
# note: the warp was in line 11 before
