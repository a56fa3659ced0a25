# SPDX-License-Identifier: Apache-2.0
# A shuffle under a condition that not all lanes meet.
# RUN: tirx run %s --simulate
# EXIT: 1
from tirx import script as T


@T.function
def shuffle_in_branch(X: T.Tensor((32,), "float32"), Y: T.Tensor((32,), "float32")):
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=1, block=32)):
        t = T.gpu.thread_idx("x")
        x: T.float32 = X[t]
        if t < 16:
            x = x + T.gpu.shuffle_xor(x, 16)
        Y[t] = x

# ==== output ====
# shuffle_in_branch: on the simulator, as asked
# tests/sim/faults/shuffle_in_branch.py:14:21: error: `T.gpu.shuffle_xor` needs lane 16, which does not take part; all lanes involved must reach it [SimAbsentLane]
#                 x = x + T.gpu.shuffle_xor(x, 16)
#                         ^~~~~~~~~~~~~~~~~~~~~~~~
# note: in kernel `shuffle_in_branch_kernel`, block (0, 0, 0), thread (0, 0, 0)
# note: the warp was in lines 11, 12 before
# note: and 31 more times here
