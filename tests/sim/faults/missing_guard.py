# SPDX-License-Identifier: Apache-2.0
# The last block runs over the end.
# RUN: tirx run %s --simulate
# EXIT: 1
from tirx import script as T


@T.function
def missing_guard(X: T.Tensor((100,), "float32"), Y: T.Tensor((100,), "float32")):
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=2, block=64)):
        i = T.gpu.block_idx("x") * 64 + T.gpu.thread_idx("x")
        Y[i] = X[i] * 2.0

# ==== output ====
# missing_guard: on the simulator, as asked
# tests/sim/faults/missing_guard.py:12:16: error: `X[100]`: index 100 is out of bounds for dimension 0 with extent 100 [SimOutOfBounds]
#             Y[i] = X[i] * 2.0
#                    ^~~~
# note: in kernel `missing_guard_kernel`, block (1, 0, 0), thread (36, 0, 0)
# note: the warp was in line 11 before
# note: and 27 more times here
# tests/sim/faults/missing_guard.py:12:9: error: `Y[100]`: index 100 is out of bounds for dimension 0 with extent 100 [SimOutOfBounds]
#             Y[i] = X[i] * 2.0
#             ^~~~
# note: in kernel `missing_guard_kernel`, block (1, 0, 0), thread (36, 0, 0)
# note: the warp was in line 11 before
# note: and 27 more times here
