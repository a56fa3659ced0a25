# SPDX-License-Identifier: Apache-2.0
# Two warps give the barrier different numbers of threads.
# RUN: tirx run %s --simulate
# EXIT: 1
from tirx import script as T


@T.function
def numbered_barrier_counts_differ(X: T.Tensor((64,), "int32"), Y: T.Tensor((64,), "int32")):
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=1, block=64)):
        t = T.gpu.thread_idx("x")
        T.cuda.bar_sync(2, T.Select(t < 32, 64, 96))
        Y[t] = X[t]

# ==== output ====
# numbered_barrier_counts_differ: on the simulator, as asked
# tests/sim/faults/numbered_barrier_counts_differ.py:12:9: error: `T.cuda.bar_sync`: 96 threads, where another warp waits for 64 [SimBadOperand]
#             T.cuda.bar_sync(2, T.Select(t < 32, 64, 96))
#             ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
# note: in kernel `numbered_barrier_counts_differ_kernel`, block (0, 0, 0), thread (32, 0, 0)
# note: the warp was in line 11 before
# note: and 31 more times here
# tests/sim/faults/numbered_barrier_counts_differ.py:12:9: error: deadlock: no thread of the block can go on [SimDeadlock]
#             T.cuda.bar_sync(2, T.Select(t < 32, 64, 96))
#             ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
# note: in kernel `numbered_barrier_counts_differ_kernel`, block (0, 0, 0), thread (0, 0, 0)
# note: warp 1 has ended
# note: the warp was in line 11 before
# note: and 31 more times here
