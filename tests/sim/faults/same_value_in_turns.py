# SPDX-License-Identifier: Apache-2.0
# The lanes of a warp set a flag, each in its own round: these are many instructions.
# RUN: tirx run %s --simulate
# EXIT: 1
from tirx import script as T


@T.function
def same_value_in_turns(Flag: T.Tensor((1,), "int32")):
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=1, block=32)):
        for i in range(32):
            if T.gpu.thread_idx("x") == i:
                Flag[0] = 1

# ==== output ====
# same_value_in_turns: on the simulator, as asked
# tests/sim/faults/same_value_in_turns.py:13:17: error: `Flag[0]`: data race: written here, and written by thread (0, 0, 0) with nothing between that orders the two; put a barrier between them, or make both atomic [SimRace]
#                     Flag[0] = 1
#                     ^~~~~~~
# note: in kernel `same_value_in_turns_kernel`, block (0, 0, 0), thread (1, 0, 0)
# tests/sim/faults/same_value_in_turns.py:13:17: note: thread (0, 0, 0): written here
#                     Flag[0] = 1
#                     ^~~~~~~
# note: the warp was in lines 12, 13, 12 before
# note: and 30 more times here
