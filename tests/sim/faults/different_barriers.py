# SPDX-License-Identifier: Apache-2.0
# The warps wait at two different barriers.
# RUN: tirx run %s --simulate
# EXIT: 1
from tirx import script as T


@T.function
def different_barriers(X: T.Tensor((64,), "float32"), Y: T.Tensor((64,), "float32")):
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=1, block=64)):
        t = T.gpu.thread_idx("x")
        s = T.alloc_shared((64,), "float32")
        s[t] = X[t]
        if t < 32:
            T.gpu.sync()
            Y[t] = s[t]
        else:
            T.gpu.sync()
            Y[t] = s[t] + 1.0

# ==== output ====
# different_barriers: on the simulator, as asked
# tests/sim/faults/different_barriers.py:15:13: error: not all threads of the block come to this barrier; all must reach the same one [SimBarrierMismatch]
#                 T.gpu.sync()
#                 ^~~~~~~~~~~~
# note: in kernel `different_barriers_kernel`, block (0, 0, 0), thread (0, 0, 0)
# tests/sim/faults/different_barriers.py:18:13: note: thread (32, 0, 0) waits here
#                 T.gpu.sync()
#                 ^~~~~~~~~~~~
# note: the warp was in lines 11, 13 before
# note: and 31 more times here
