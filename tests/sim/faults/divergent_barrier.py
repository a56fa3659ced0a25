# SPDX-License-Identifier: Apache-2.0
# Half of a warp goes to the barrier.
# RUN: tirx run %s --simulate
# EXIT: 1
from tirx import script as T


@T.function
def divergent_barrier(X: T.Tensor((64,), "float32"), Y: T.Tensor((64,), "float32")):
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=1, block=64)):
        t = T.gpu.thread_idx("x")
        s = T.alloc_shared((64,), "float32")
        s[t] = X[t]
        if t % 2 == 0:
            T.gpu.sync()
        Y[t] = s[t]

# ==== output ====
# divergent_barrier: on the simulator, as asked
# tests/sim/faults/divergent_barrier.py:15:13: error: barrier reached by 16 of the 32 running threads of a warp; all threads of the block must reach it [SimDivergentBarrier]
#                 T.gpu.sync()
#                 ^~~~~~~~~~~~
# note: in kernel `divergent_barrier_kernel`, block (0, 0, 0), thread (0, 0, 0)
# note: thread (1, 0, 0) does not reach it
# note: the warp was in lines 11, 13 before
# note: and 31 more times here
