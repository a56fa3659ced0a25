# SPDX-License-Identifier: Apache-2.0
# Three of four partial sums get a start value.
# RUN: tirx run %s --simulate
# EXIT: 1
from tirx import script as T


@T.function
def local_uninitialised(Y: T.Tensor((32,), "float32")):
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=1, block=32)):
        t = T.gpu.thread_idx("x")
        part = T.alloc_local((4,), "float32")
        for i in T.serial(3):
            part[i] = 0.0
        for i in T.serial(4):
            part[i] = part[i] + 1.0
        Y[t] = part[3]

# ==== output ====
# local_uninitialised: on the simulator, as asked
# tests/sim/faults/local_uninitialised.py:16:23: error: `part[3]`: read before anything was written there [SimUninitialised]
#                 part[i] = part[i] + 1.0
#                           ^~~~~~~
# note: in kernel `local_uninitialised_kernel`, block (0, 0, 0), thread (0, 0, 0)
# note: the warp was in lines 11, 14 before
# note: and 31 more times here
