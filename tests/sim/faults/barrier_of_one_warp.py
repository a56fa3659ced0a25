# SPDX-License-Identifier: Apache-2.0
# Only the first warp comes to the barrier; the others have ended.
# RUN: tirx run %s --simulate
# EXIT: 1
from tirx import script as T


@T.function
def barrier_of_one_warp(X: T.Tensor((64,), "float32"), Y: T.Tensor((64,), "float32")):
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=1, block=64)):
        t = T.gpu.thread_idx("x")
        s = T.alloc_shared((64,), "float32")
        s[t] = X[t]
        if t < 32:
            T.gpu.sync()
            Y[t] = s[t]

# ==== output ====
# barrier_of_one_warp: on the simulator, as asked
# tests/sim/faults/barrier_of_one_warp.py:15:13: error: not all threads of the block come to this barrier; all must reach the same one [SimBarrierMismatch]
#                 T.gpu.sync()
#                 ^~~~~~~~~~~~
# note: in kernel `barrier_of_one_warp_kernel`, block (0, 0, 0), thread (0, 0, 0)
# note: thread (32, 0, 0) has come to the end without it
# note: the warp was in lines 11, 13 before
# note: and 31 more times here
