# SPDX-License-Identifier: Apache-2.0
# The second round overwrites the tile while the other warp still reads the first.
# RUN: tirx run %s --simulate
# EXIT: 1
from tirx import script as T


@T.function
def missing_barrier_before_reuse(X: T.Tensor((2, 64), "float32"), Y: T.Tensor((2, 64), "float32")):
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=1, block=64)):
        t = T.gpu.thread_idx("x")
        s = T.alloc_shared((64,), "float32")
        for r in T.serial(2):
            s[t] = X[r, t]
            T.gpu.sync()
            Y[r, t] = s[63 - t]

# ==== output ====
# missing_barrier_before_reuse: on the simulator, as asked
# tests/sim/faults/missing_barrier_before_reuse.py:16:23: error: `s[31]`: data race: read here, and written by thread (31, 0, 0) with nothing between that orders the two; put a barrier between them, or make both atomic [SimRace]
#                 Y[r, t] = s[63 - t]
#                           ^~~~~~~~~
# note: in kernel `missing_barrier_before_reuse_kernel`, block (0, 0, 0), thread (32, 0, 0)
# tests/sim/faults/missing_barrier_before_reuse.py:14:13: note: thread (31, 0, 0): written here
#                 s[t] = X[r, t]
#                 ^~~~
# note: the warp was in lines 11, 14, 15 before
# note: and 31 more times here
