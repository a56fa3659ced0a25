# SPDX-License-Identifier: Apache-2.0
# The block is no multiple of 32: a reduction over a subgroup reads lanes of its last warp that do not exist.
# RUN: tirx run %s --simulate
# EXIT: 1
from tirx import script as T


@T.function
def subgroup_sum_of_missing_lanes(X: T.Tensor((40,), "float32"), Y: T.Tensor((40,), "float32")):
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=1, block=40)):
        i = T.gpu.thread_idx("x")
        Y[i] = T.gpu.subgroup_sum(X[i])

# ==== output ====
# subgroup_sum_of_missing_lanes: on the simulator, as asked
# tests/sim/faults/subgroup_sum_of_missing_lanes.py:12:16: error: `T.gpu.subgroup_sum` needs lane 8, which does not take part; all lanes involved must reach it [SimAbsentLane]
#             Y[i] = T.gpu.subgroup_sum(X[i])
#                    ^~~~~~~~~~~~~~~~~~~~~~~~
# note: in kernel `subgroup_sum_of_missing_lanes_kernel`, block (0, 0, 0), thread (32, 0, 0)
# note: the warp was in line 11 before
# note: and 7 more times here
