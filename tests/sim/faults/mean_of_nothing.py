# SPDX-License-Identifier: Apache-2.0
# The mean over elements above a limit; a row may have none.
# RUN: tirx run %s --simulate --check finite
# EXIT: 1
from tirx import script as T


@T.function
def mean_of_nothing(X: T.Tensor((4, 32), "float32"), Y: T.Tensor((4,), "float32")):
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=4, block=32)):
        row = T.gpu.block_idx("x")
        lane = T.gpu.thread_idx("x")
        above = X[row, lane] > T.cast(row, "float32")
        count = T.gpu.subgroup_sum(T.Select(above, 1, 0))
        total = T.gpu.subgroup_sum(T.Select(above, X[row, lane], T.float32(0)))
        if lane == 0:
            Y[row] = total / T.cast(count, "float32")

# ==== output ====
# mean_of_nothing: on the simulator, as asked
# tests/sim/faults/mean_of_nothing.py:17:22: error: `/` of 0 and 0 makes NaN [SimNonFinite]
#                 Y[row] = total / T.cast(count, "float32")
#                          ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
# note: in kernel `mean_of_nothing_kernel`, block (1, 0, 0), thread (0, 0, 0)
# note: the warp was in lines 11, 12, 13, 14, 15 before
# note: and 2 more times here
