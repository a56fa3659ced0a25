# SPDX-License-Identifier: Apache-2.0
# A vote that part of the warp does not take part in.
# RUN: tirx run %s --simulate
# EXIT: 1
from tirx import script as T


@T.function
def vote_in_branch(X: T.Tensor((32,), "float32"), Y: T.Tensor((32,), "int32")):
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=1, block=32)):
        t = T.gpu.thread_idx("x")
        Y[t] = 0
        if X[t] > 0.0:
            if T.gpu.any(X[t] > 0.5):
                Y[t] = 1

# ==== output ====
# vote_in_branch: on the simulator, as asked
# tests/sim/faults/vote_in_branch.py:14:16: error: `T.gpu.any` needs lane 0, which does not take part; all lanes involved must reach it [SimAbsentLane]
#                 if T.gpu.any(X[t] > 0.5):
#                    ^~~~~~~~~~~~~~~~~~~~~
# note: in kernel `vote_in_branch_kernel`, block (0, 0, 0), thread (2, 0, 0)
# note: the warp was in lines 11, 12, 13 before
# note: and 14 more times here
