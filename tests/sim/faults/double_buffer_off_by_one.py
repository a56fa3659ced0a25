# SPDX-License-Identifier: Apache-2.0
# The stage that is filled is the one that is read.
# RUN: tirx run %s --simulate
# EXIT: 1
from tirx import script as T


@T.function
def double_buffer_off_by_one(X: T.Tensor((4, 64), "float32"), Y: T.Tensor((4, 64), "float32")):
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=1, block=64)):
        t = T.gpu.thread_idx("x")
        s = T.alloc_shared((2, 64), "float32")
        s[0, t] = X[0, t]
        T.gpu.sync()
        for k in T.serial(4):
            if k + 1 < 4:
                s[k % 2, t] = X[k + 1, t]
            Y[k, t] = s[k % 2, 63 - t]
            T.gpu.sync()

# ==== output ====
# double_buffer_off_by_one: on the simulator, as asked
# tests/sim/faults/double_buffer_off_by_one.py:17:17: error: `s[0, 32]`: data race: written here, and read by thread (31, 0, 0) with nothing between that orders the two; put a barrier between them, or make both atomic [SimRace]
#                     s[k % 2, t] = X[k + 1, t]
#                     ^~~~~~~~~~~
# note: in kernel `double_buffer_off_by_one_kernel`, block (0, 0, 0), thread (32, 0, 0)
# tests/sim/faults/double_buffer_off_by_one.py:18:23: note: thread (31, 0, 0): read here
#                 Y[k, t] = s[k % 2, 63 - t]
#                           ^~~~~~~~~~~~~~~~
# note: the warp was in lines 11, 13, 14 before
# note: and 63 more times here
# tests/sim/faults/double_buffer_off_by_one.py:18:23: error: `s[1, 63]`: read before anything was written there [SimUninitialised]
#                 Y[k, t] = s[k % 2, 63 - t]
#                           ^~~~~~~~~~~~~~~~
# note: in kernel `double_buffer_off_by_one_kernel`, block (0, 0, 0), thread (0, 0, 0)
# note: the warp was in lines 13, 14, 17, 18, 19, 17 before
# note: and 31 more times here
