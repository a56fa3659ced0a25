# SPDX-License-Identifier: Apache-2.0
# The first warp does not come to the barrier as a whole; the second reads out of bounds before it.
# RUN: tirx run %s --simulate
# EXIT: 1
from tirx import script as T


@T.function
def later_warp_after_divergent_barrier(X: T.Tensor((64,), "float32"), Y: T.Tensor((64,), "float32")):
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=1, block=64)):
        t = T.gpu.thread_idx("x")
        if t < 16:
            T.gpu.sync()
        elif t >= 32:
            Y[t] = X[t + 1]
            T.gpu.sync()

# ==== output ====
# later_warp_after_divergent_barrier: on the simulator, as asked
# tests/sim/faults/later_warp_after_divergent_barrier.py:13:13: error: barrier reached by 16 of the 32 running threads of a warp; all threads of the block must reach it [SimDivergentBarrier]
#                 T.gpu.sync()
#                 ^~~~~~~~~~~~
# note: in kernel `later_warp_after_divergent_barrier_kernel`, block (0, 0, 0), thread (0, 0, 0)
# note: thread (16, 0, 0) does not reach it
# note: the warp was in line 11 before
# note: and 15 more times here
# tests/sim/faults/later_warp_after_divergent_barrier.py:15:20: error: `X[64]`: index 64 is out of bounds for dimension 0 with extent 64 [SimOutOfBounds]
#                 Y[t] = X[t + 1]
#                        ^~~~~~~~
# note: in kernel `later_warp_after_divergent_barrier_kernel`, block (0, 0, 0), thread (63, 0, 0)
# note: the warp was in line 11 before
