# SPDX-License-Identifier: Apache-2.0
# Half of the warp shuffles with a mask that names all of it.
# RUN: tirx run %s --simulate
# EXIT: 1
from tirx import script as T


@T.function
def shuffle_mask_forgets_lanes(X: T.Tensor((64,), "int32"), Y: T.Tensor((64,), "int32")):
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=1, block=64)):
        t = T.gpu.thread_idx("x")
        Y[t] = X[t]
        if t % 32 < 16:
            Y[t] = T.cuda.shfl_sync(0xFFFFFFFF, X[t], 0)

# ==== output ====
# shuffle_mask_forgets_lanes: on the simulator, as asked
# tests/sim/faults/shuffle_mask_forgets_lanes.py:14:20: error: `T.cuda.shfl_sync` needs lane 16, which does not take part; all lanes involved must reach it [SimAbsentLane]
#                 Y[t] = T.cuda.shfl_sync(0xFFFFFFFF, X[t], 0)
#                        ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
# note: in kernel `shuffle_mask_forgets_lanes_kernel`, block (0, 0, 0), thread (0, 0, 0)
# note: the warp was in lines 11, 12 before
# note: and 31 more times here
