# SPDX-License-Identifier: Apache-2.0
# A tree reduction in shared memory, with no barrier between the steps.
# RUN: tirx run %s --simulate
# EXIT: 1
from tirx import script as T


@T.function
def reduction_without_barrier(X: T.Tensor((128,), "float32"), Y: T.Tensor((1,), "float32")):
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=1, block=128)):
        t = T.gpu.thread_idx("x")
        s = T.alloc_shared((128,), "float32")
        s[t] = X[t]
        T.gpu.sync()
        for step in T.static_range(7):
            if t < 64 >> step:
                s[t] = s[t] + s[t + (64 >> step)]
        if t == 0:
            Y[0] = s[0]

# ==== output ====
# reduction_without_barrier: on the simulator, as asked
# tests/sim/faults/reduction_without_barrier.py:17:31: error: `s[16]`: data race: read here, and written by thread (16, 0, 0) with nothing between that orders the two; put a barrier between them, or make both atomic [SimRace]
#                     s[t] = s[t] + s[t + (64 >> step)]
#                                   ^~~~~~~~~~~~~~~~~~~
# note: in kernel `reduction_without_barrier_kernel`, block (0, 0, 0), thread (0, 0, 0)
# tests/sim/faults/reduction_without_barrier.py:17:17: note: thread (16, 0, 0): written here
#                     s[t] = s[t] + s[t + (64 >> step)]
#                     ^~~~
# note: the warp was in lines 11, 13, 14 before
# note: and 30 more times here
