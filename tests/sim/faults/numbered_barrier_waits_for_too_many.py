# SPDX-License-Identifier: Apache-2.0
# A barrier of 128 threads in a block of 64.
# RUN: tirx run %s --simulate
# EXIT: 1
from tirx import script as T


@T.function
def numbered_barrier_waits_for_too_many(X: T.Tensor((64,), "int32"), Y: T.Tensor((64,), "int32")):
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=1, block=64)):
        t = T.gpu.thread_idx("x")
        T.cuda.bar_sync(1, 128)
        Y[t] = X[t]

# ==== output ====
# numbered_barrier_waits_for_too_many: on the simulator, as asked
# tests/sim/faults/numbered_barrier_waits_for_too_many.py:12:9: error: deadlock: no thread of the block can go on [SimDeadlock]
#             T.cuda.bar_sync(1, 128)
#             ^~~~~~~~~~~~~~~~~~~~~~~
# note: in kernel `numbered_barrier_waits_for_too_many_kernel`, block (0, 0, 0), thread (0, 0, 0)
# tests/sim/faults/numbered_barrier_waits_for_too_many.py:12:9: note: warp 1 waits here
#             T.cuda.bar_sync(1, 128)
#             ^~~~~~~~~~~~~~~~~~~~~~~
# note: the warp was in line 11 before
# note: and 31 more times here
