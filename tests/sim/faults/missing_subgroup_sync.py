# SPDX-License-Identifier: Apache-2.0
# Lanes of one warp exchange values through shared memory without synchronising.
# RUN: tirx run %s --simulate
# EXIT: 1
from tirx import script as T


@T.function
def missing_subgroup_sync(Y: T.Tensor((32,), "float32")):
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=1, block=32)):
        lane = T.gpu.lane_id()
        s = T.alloc_shared((32,), "float32")
        s[lane] = 1.0
        Y[lane] = s[31 - lane]

# ==== output ====
# missing_subgroup_sync: on the simulator, as asked
# tests/sim/faults/missing_subgroup_sync.py:14:19: error: `s[31]`: data race: read here, and written by thread (31, 0, 0) with nothing between that orders the two; put a barrier between them, or make both atomic [SimRace]
#             Y[lane] = s[31 - lane]
#                       ^~~~~~~~~~~~
# note: in kernel `missing_subgroup_sync_kernel`, block (0, 0, 0), thread (0, 0, 0)
# tests/sim/faults/missing_subgroup_sync.py:13:9: note: thread (31, 0, 0): written here
#             s[lane] = 1.0
#             ^~~~~~~
# note: the warp was in lines 11, 13 before
# note: and 31 more times here
