# SPDX-License-Identifier: Apache-2.0
# The block is no multiple of 32: some lanes of its last warp do not exist.
# RUN: tirx run %s --simulate
# EXIT: 1
from tirx import script as T


@T.function
def shuffle_from_missing_lane(X: T.Tensor((40,), "int32"), Y: T.Tensor((40,), "int32")):
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=1, block=40)):
        i = T.gpu.thread_idx("x")
        Y[i] = X[i] + T.gpu.shuffle_xor(X[i], 16)

# ==== output ====
# shuffle_from_missing_lane: on the simulator, as asked
# tests/sim/faults/shuffle_from_missing_lane.py:12:23: error: `T.gpu.shuffle_xor` needs lane 16, which does not take part; all lanes involved must reach it [SimAbsentLane]
#             Y[i] = X[i] + T.gpu.shuffle_xor(X[i], 16)
#                           ^~~~~~~~~~~~~~~~~~~~~~~~~~~
# note: in kernel `shuffle_from_missing_lane_kernel`, block (0, 0, 0), thread (32, 0, 0)
# note: the warp was in line 11 before
# note: and 7 more times here
