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
# note: and 60 more times here
# tests/sim/faults/scan_in_place.py:17:17: error: `s[2]`: data race: written here, and read by thread (4, 0, 0) with nothing between that orders the two; put a barrier between them, or make both atomic [SimRace]
#                     s[t] = s[t] + s[t - (1 << step)]
#                     ^~~~
# note: in kernel `scan_in_place_kernel`, block (0, 0, 0), thread (2, 0, 0)
# tests/sim/faults/scan_in_place.py:17:31: note: thread (4, 0, 0): read here
#                     s[t] = s[t] + s[t - (1 << step)]
#                                   ^~~~~~~~~~~~~~~~~~
# note: the warp was in lines 11, 13, 14, 17, 18 before
# note: and 57 more times here
# tests/sim/faults/scan_in_place.py:17:17: error: `s[4]`: data race: written here, and read by thread (8, 0, 0) with nothing between that orders the two; put a barrier between them, or make both atomic [SimRace]
#                     s[t] = s[t] + s[t - (1 << step)]
#                     ^~~~
# note: in kernel `scan_in_place_kernel`, block (0, 0, 0), thread (4, 0, 0)
# tests/sim/faults/scan_in_place.py:17:31: note: thread (8, 0, 0): read here
#                     s[t] = s[t] + s[t - (1 << step)]
#                                   ^~~~~~~~~~~~~~~~~~
# note: the warp was in lines 13, 14, 17, 18, 17, 18 before
# note: and 51 more times here
# tests/sim/faults/scan_in_place.py:17:17: error: `s[8]`: data race: written here, and read by thread (16, 0, 0) with nothing between that orders the two; put a barrier between them, or make both atomic [SimRace]
#                     s[t] = s[t] + s[t - (1 << step)]
#                     ^~~~
# note: in kernel `scan_in_place_kernel`, block (0, 0, 0), thread (8, 0, 0)
# tests/sim/faults/scan_in_place.py:17:31: note: thread (16, 0, 0): read here
#                     s[t] = s[t] + s[t - (1 << step)]
#                                   ^~~~~~~~~~~~~~~~~~
# note: the warp was in lines 17, 18, 17, 18, 17, 18 before
# note: and 39 more times here
# tests/sim/faults/scan_in_place.py:17:31: error: `s[16]`: data race: read here, and written by thread (16, 0, 0) with nothing between that orders the two; put a barrier between them, or make both atomic [SimRace]
#                     s[t] = s[t] + s[t - (1 << step)]
#                                   ^~~~~~~~~~~~~~~~~~
# note: in kernel `scan_in_place_kernel`, block (0, 0, 0), thread (32, 0, 0)
# tests/sim/faults/scan_in_place.py:17:17: note: thread (16, 0, 0): written here
#                     s[t] = s[t] + s[t - (1 << step)]
#                     ^~~~
# note: the warp was in lines 17, 18, 17, 18, 17, 18 before
# note: and 15 more times here
