# SPDX-License-Identifier: Apache-2.0
# Each step of a prefix sum reads what others overwrite.
# RUN: tirx run %s --simulate
# EXIT: 1
from tirx import script as T


@T.function
def scan_in_place(X: T.Tensor((64,), "float32"), Y: T.Tensor((64,), "float32")):
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=1, block=64)):
        t = T.gpu.thread_idx("x")
        s = T.alloc_shared((64,), "float32")
        s[t] = X[t]
        T.gpu.sync()
        for step in T.static_range(6):
            if t >= 1 << step:
                s[t] = s[t] + s[t - (1 << step)]
            T.gpu.sync()
        Y[t] = s[t]

# ==== output ====
# scan_in_place: on the simulator, as asked
# tests/sim/faults/scan_in_place.py:17:17: error: `s[1]`: data race: written here, and read by thread (2, 0, 0) with nothing between that orders the two; put a barrier between them, or make both atomic [SimRace]
#                     s[t] = s[t] + s[t - (1 << step)]
#                     ^~~~
# note: in kernel `scan_in_place_kernel`, block (0, 0, 0), thread (1, 0, 0)
# tests/sim/faults/scan_in_place.py:17:31: note: thread (2, 0, 0): read here
#                     s[t] = s[t] + s[t - (1 << step)]
#                                   ^~~~~~~~~~~~~~~~~~
# note: the warp was in lines 11, 13, 14 before
# note: and 226 more times here
