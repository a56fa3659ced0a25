# SPDX-License-Identifier: Apache-2.0
# The second warp reads what the first one wrote without waiting for it.
# RUN: tirx run %s --simulate
# EXIT: 1
from tirx import script as T


@T.function
def numbered_barrier_is_missing(X: T.Tensor((64,), "int32"), Y: T.Tensor((64,), "int32")):
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=1, block=64)):
        t = T.gpu.thread_idx("x")
        s = T.alloc_shared((64,), "int32")
        s[t] = X[t]
        if t < 32:
            T.cuda.bar_arrive(1, 64)
            Y[t] = s[t]
        else:
            T.cuda.bar_sync(1, 64)
            Y[t] = s[t - 32] + s[t]
            s[t - 32] = 0
            T.cuda.bar_arrive(3, 64)
        if t < 32:
            Y[t] = s[t]

# ==== output ====
# numbered_barrier_is_missing: on the simulator, as asked
# tests/sim/faults/numbered_barrier_is_missing.py:20:13: error: `s[0]`: data race: written here, and read by thread (0, 0, 0) with nothing between that orders the two; put a barrier between them, or make both atomic [SimRace]
#                 s[t - 32] = 0
#                 ^~~~~~~~~
# note: in kernel `numbered_barrier_is_missing_kernel`, block (0, 0, 0), thread (32, 0, 0)
# tests/sim/faults/numbered_barrier_is_missing.py:23:20: note: thread (0, 0, 0): read here
#                 Y[t] = s[t]
#                        ^~~~
# note: the warp was in lines 11, 13, 18, 19 before
# note: and 31 more times here
