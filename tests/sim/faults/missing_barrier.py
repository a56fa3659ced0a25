# SPDX-License-Identifier: Apache-2.0
# The reversed tile is read before the other warp has written it.
# RUN: tirx run %s --simulate
# EXIT: 1
from tirx import script as T


@T.function
def missing_barrier(X: T.Tensor((64,), "float32"), Y: T.Tensor((64,), "float32")):
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=1, block=64)):
        t = T.gpu.thread_idx("x")
        s = T.alloc_shared((64,), "float32")
        s[t] = X[t]
        Y[t] = s[63 - t]

# ==== output ====
# missing_barrier: on the simulator, as asked
# tests/sim/faults/missing_barrier.py:14:16: error: `s[63]`: read before anything was written there [SimUninitialised]
#             Y[t] = s[63 - t]
#                    ^~~~~~~~~
# note: in kernel `missing_barrier_kernel`, block (0, 0, 0), thread (0, 0, 0)
# note: the warp was in lines 11, 13 before
# note: and 31 more times here
# tests/sim/faults/missing_barrier.py:14:16: error: `s[31]`: data race: read here, and written by thread (31, 0, 0) with nothing between that orders the two; put a barrier between them, or make both atomic [SimRace]
#             Y[t] = s[63 - t]
#                    ^~~~~~~~~
# note: in kernel `missing_barrier_kernel`, block (0, 0, 0), thread (32, 0, 0)
# tests/sim/faults/missing_barrier.py:13:9: note: thread (31, 0, 0): written here
#             s[t] = X[t]
#             ^~~~
# note: the warp was in lines 11, 13 before
# note: and 31 more times here
