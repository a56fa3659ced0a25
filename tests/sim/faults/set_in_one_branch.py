# SPDX-License-Identifier: Apache-2.0
# A cell gets its value in only one branch.
# RUN: tirx run %s --simulate
# EXIT: 1
from tirx import script as T


@T.function
def set_in_one_branch(Y: T.Tensor((32,), "float32")):
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=1, block=32)):
        t = T.gpu.thread_idx("x")
        x: T.float32
        if t < 10:
            x = 1.0
        Y[t] = x

# ==== output ====
# set_in_one_branch: on the simulator, as asked
# tests/sim/faults/set_in_one_branch.py:15:16: error: `x`: read before anything was written there [SimUninitialised]
#             Y[t] = x
#                    ^
# note: in kernel `set_in_one_branch_kernel`, block (0, 0, 0), thread (10, 0, 0)
# note: the warp was in line 11 before
# note: and 21 more times here
