# SPDX-License-Identifier: Apache-2.0
# Every thread sets the flag; nothing orders the two warps.
# RUN: tirx run %s --simulate
# EXIT: 1
from tirx import script as T


@T.function
def same_value_by_two_warps(Flag: T.Tensor((1,), "int32")):
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=1, block=64)):
        Flag[0] = 1

# ==== output ====
# same_value_by_two_warps: on the simulator, as asked
# tests/sim/faults/same_value_by_two_warps.py:11:9: error: `Flag[0]`: data race: written here, and written by thread (0, 0, 0) with nothing between that orders the two; put a barrier between them, or make both atomic [SimRace]
#             Flag[0] = 1
#             ^~~~~~~
# note: in kernel `same_value_by_two_warps_kernel`, block (0, 0, 0), thread (32, 0, 0)
# tests/sim/faults/same_value_by_two_warps.py:11:9: note: thread (0, 0, 0): written here
#             Flag[0] = 1
#             ^~~~~~~
# note: and 31 more times here
