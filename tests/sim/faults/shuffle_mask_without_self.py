# SPDX-License-Identifier: Apache-2.0
# The mask names the lower half only; the upper half uses it too.
# RUN: tirx run %s --simulate
# EXIT: 1
from tirx import script as T


@T.function
def shuffle_mask_without_self(X: T.Tensor((64,), "int32"), Y: T.Tensor((64,), "int32")):
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=1, block=64)):
        t = T.gpu.thread_idx("x")
        Y[t] = T.cuda.shfl_sync(0x0000FFFF, X[t], 0)

# ==== output ====
# shuffle_mask_without_self: on the simulator, as asked
# tests/sim/faults/shuffle_mask_without_self.py:12:16: error: `T.cuda.shfl_sync`: the mask does not name the lane itself [SimBadOperand]
#             Y[t] = T.cuda.shfl_sync(0x0000FFFF, X[t], 0)
#                    ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
# note: in kernel `shuffle_mask_without_self_kernel`, block (0, 0, 0), thread (16, 0, 0)
# note: the warp was in line 11 before
# note: and 31 more times here
