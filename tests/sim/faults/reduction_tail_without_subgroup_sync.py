# SPDX-License-Identifier: Apache-2.0
# The last warp of a reduction relies on lockstep.
# RUN: tirx run %s --simulate
# EXIT: 1
from tirx import script as T


@T.function
def reduction_tail_without_subgroup_sync(X: T.Tensor((64,), "float32"), Y: T.Tensor((1,), "float32")):
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=1, block=64)):
        t = T.gpu.thread_idx("x")
        s = T.alloc_shared((64,), "float32")
        s[t] = X[t]
        T.gpu.sync()
        if t < 32:
            s[t] = s[t] + s[t + 32]
            for step in T.static_range(5):
                if t < 16 >> step:
                    s[t] = s[t] + s[t + (16 >> step)]
            if t == 0:
                Y[0] = s[0]

# ==== output ====
# reduction_tail_without_subgroup_sync: on the simulator, as asked
# tests/sim/faults/reduction_tail_without_subgroup_sync.py:19:35: error: `s[16]`: data race: read here, and written by thread (16, 0, 0) with nothing between that orders the two; put a barrier between them, or make both atomic [SimRace]
#                         s[t] = s[t] + s[t + (16 >> step)]
#                                       ^~~~~~~~~~~~~~~~~~~
# note: in kernel `reduction_tail_without_subgroup_sync_kernel`, block (0, 0, 0), thread (0, 0, 0)
# tests/sim/faults/reduction_tail_without_subgroup_sync.py:16:13: note: thread (16, 0, 0): written here
#                 s[t] = s[t] + s[t + 32]
#                 ^~~~
# note: the warp was in lines 11, 13, 14, 16 before
# note: and 30 more times here
