# SPDX-License-Identifier: Apache-2.0
# One warp waits for another on a plain flag.
# RUN: tirx run %s --simulate
# EXIT: 1
from tirx import script as T


@T.function
def flag_between_warps(Y: T.Tensor((32,), "int32")):
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=1, block=64)):
        t = T.gpu.thread_idx("x")
        data = T.alloc_shared((32,), "int32")
        ready = T.alloc_shared((1,), "int32")
        if t == 0:
            ready[0] = 0
        T.gpu.sync()
        if t < 32:
            data[t] = t
            if t == 0:
                ready[0] = 1
        elif ready[0] == 1:
            Y[t - 32] = data[t - 32]

# ==== output ====
# flag_between_warps: on the simulator, as asked
# tests/sim/faults/flag_between_warps.py:21:14: error: `ready[0]`: data race: read here, and written by thread (0, 0, 0) with nothing between that orders the two; put a barrier between them, or make both atomic [SimRace]
#             elif ready[0] == 1:
#                  ^~~~~~~~
# note: in kernel `flag_between_warps_kernel`, block (0, 0, 0), thread (32, 0, 0)
# tests/sim/faults/flag_between_warps.py:20:17: note: thread (0, 0, 0): written here
#                     ready[0] = 1
#                     ^~~~~~~~
# note: the warp was in lines 11, 16 before
# note: and 31 more times here
# tests/sim/faults/flag_between_warps.py:22:25: error: `data[0]`: data race: read here, and written by thread (0, 0, 0) with nothing between that orders the two; put a barrier between them, or make both atomic [SimRace]
#                 Y[t - 32] = data[t - 32]
#                             ^~~~~~~~~~~~
# note: in kernel `flag_between_warps_kernel`, block (0, 0, 0), thread (32, 0, 0)
# tests/sim/faults/flag_between_warps.py:18:13: note: thread (0, 0, 0): written here
#                 data[t] = t
#                 ^~~~~~~
# note: the warp was in lines 11, 16, 21 before
# note: and 31 more times here
