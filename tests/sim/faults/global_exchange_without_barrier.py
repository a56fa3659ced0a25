# SPDX-License-Identifier: Apache-2.0
# Warps of a block exchange values through global memory.
# RUN: tirx run %s --simulate
# EXIT: 1
from tirx import script as T


@T.function
def global_exchange_without_barrier(X: T.Tensor((64,), "float32"), Y: T.Tensor((64,), "float32")):
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=1, block=64)):
        t = T.gpu.thread_idx("x")
        Y[t] = X[t]
        Y[63 - t] = Y[t] + 1.0

# ==== output ====
# global_exchange_without_barrier: on the simulator, as asked
# tests/sim/faults/global_exchange_without_barrier.py:12:9: error: `Y[32]`: data race: written here, and written by thread (31, 0, 0) with nothing between that orders the two; put a barrier between them, or make both atomic [SimRace]
#             Y[t] = X[t]
#             ^~~~
# note: in kernel `global_exchange_without_barrier_kernel`, block (0, 0, 0), thread (32, 0, 0)
# tests/sim/faults/global_exchange_without_barrier.py:13:9: note: thread (31, 0, 0): written here
#             Y[63 - t] = Y[t] + 1.0
#             ^~~~~~~~~
# note: the warp was in line 11 before
# note: and 31 more times here
