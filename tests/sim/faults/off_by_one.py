# SPDX-License-Identifier: Apache-2.0
# The guard lets the index equal the length through.
# RUN: tirx run %s --simulate
# EXIT: 1
from tirx import script as T


@T.function
def off_by_one(X: T.Tensor((64,), "float32"), Y: T.Tensor((64,), "float32")):
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=1, block=96)):
        t = T.gpu.thread_idx("x")
        if t <= 64:
            Y[t] = X[t]

# ==== output ====
# off_by_one: on the simulator, as asked
# tests/sim/faults/off_by_one.py:13:20: error: `X[64]`: index 64 is out of bounds for dimension 0 with extent 64 [SimOutOfBounds]
#                 Y[t] = X[t]
#                        ^~~~
# note: in kernel `off_by_one_kernel`, block (0, 0, 0), thread (64, 0, 0)
# note: the warp was in line 11 before
# tests/sim/faults/off_by_one.py:13:13: error: `Y[64]`: index 64 is out of bounds for dimension 0 with extent 64 [SimOutOfBounds]
#                 Y[t] = X[t]
#                 ^~~~
# note: in kernel `off_by_one_kernel`, block (0, 0, 0), thread (64, 0, 0)
# note: the warp was in line 11 before
