# SPDX-License-Identifier: Apache-2.0
# The trip count of a loop with a barrier depends on the warp.
# RUN: tirx run %s --simulate
# EXIT: 1
from tirx import script as T


@T.function
def barrier_count_differs(X: T.Tensor((64,), "float32"), Y: T.Tensor((64,), "float32")):
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=1, block=64)):
        t = T.gpu.thread_idx("x")
        s = T.alloc_shared((64,), "float32")
        s[t] = X[t]
        for i in T.serial(1 + t // 32):
            T.gpu.sync()
        Y[t] = s[63 - t]
        T.gpu.sync()

# ==== output ====
# barrier_count_differs: on the simulator, as asked
# tests/sim/faults/barrier_count_differs.py:17:9: error: not all threads of the block come to this barrier; all must reach the same one [SimBarrierMismatch]
#             T.gpu.sync()
#             ^~~~~~~~~~~~
# note: in kernel `barrier_count_differs_kernel`, block (0, 0, 0), thread (0, 0, 0)
# tests/sim/faults/barrier_count_differs.py:15:13: note: thread (32, 0, 0) waits here
#                 T.gpu.sync()
#                 ^~~~~~~~~~~~
# note: the warp was in lines 11, 13, 15, 16 before
# note: and 31 more times here
