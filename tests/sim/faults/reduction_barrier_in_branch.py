# SPDX-License-Identifier: Apache-2.0
# The barrier of a tree reduction stands inside of the branch.
# RUN: tirx run %s --simulate
# EXIT: 1
from tirx import script as T


@T.function
def reduction_barrier_in_branch(X: T.Tensor((64,), "float32"), Y: T.Tensor((1,), "float32")):
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=1, block=64)):
        t = T.gpu.thread_idx("x")
        s = T.alloc_shared((64,), "float32")
        s[t] = X[t]
        T.gpu.sync()
        for step in T.static_range(6):
            if t < 32 >> step:
                s[t] = s[t] + s[t + (32 >> step)]
                T.gpu.sync()
        if t == 0:
            Y[0] = s[0]

# ==== output ====
# reduction_barrier_in_branch: on the simulator, as asked
# tests/sim/faults/reduction_barrier_in_branch.py:18:17: error: not all threads of the block come to this barrier; all must reach the same one [SimBarrierMismatch]
#                     T.gpu.sync()
#                     ^~~~~~~~~~~~
# note: in kernel `reduction_barrier_in_branch_kernel`, block (0, 0, 0), thread (0, 0, 0)
# note: thread (32, 0, 0) has come to the end without it
# note: the warp was in lines 11, 13, 14, 17 before
# note: and 31 more times here
