# SPDX-License-Identifier: Apache-2.0
# A barrier for one lane of each subgroup.
# RUN: tirx check %s
from tirx import script as T


@T.function
def f(A: T.Tensor((32,), "float32")):
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=1, block=32)):
        i = T.gpu.thread_idx("x")
        if T.gpu.lane_id() == 0:
            T.gpu.sync()
        A[i] = 0.0

# ==== output ====
# tests/error/barrier_for_first_lane.py: 1 function, no errors
# tests/error/barrier_for_first_lane.py:12:13: warning: only some threads may reach this barrier; all threads of the block must [DivergentBarrier]
#                 T.gpu.sync()
#                 ^~~~~~~~~~~~
# tests/error/barrier_for_first_lane.py:11:12: note: this differs between the threads of a block
#             if T.gpu.lane_id() == 0:
#                ^~~~~~~~~~~~~~~~~~~~
