# SPDX-License-Identifier: Apache-2.0
# Lanes beyond the end return before the reduction, which reads from them all the same.
# RUN: tirx run %s --simulate
# EXIT: 1
from tirx import script as T


@T.function
def warp_sum_after_return(X: T.Tensor((52,), "float32"), Y: T.Tensor((52,), "float32")):
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=1, block=64)):
        i = T.gpu.thread_idx("x")
        if i >= 52:
            return
        Y[i] = T.cuda.warp_sum(X[i], 8)

# ==== output ====
# warp_sum_after_return: on the simulator, as asked
# tests/sim/faults/warp_sum_after_return.py:14:16: error: `T.cuda.warp_sum` needs lane 20, which does not take part; all lanes involved must reach it [SimAbsentLane]
#             Y[i] = T.cuda.warp_sum(X[i], 8)
#                    ^~~~~~~~~~~~~~~~~~~~~~~~
# note: in kernel `warp_sum_after_return_kernel`, block (0, 0, 0), thread (48, 0, 0)
# note: the warp was in line 11 before
# note: and 3 more times here
