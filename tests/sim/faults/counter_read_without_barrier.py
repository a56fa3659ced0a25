# SPDX-License-Identifier: Apache-2.0
# The count is read while other warps still add to it.
# RUN: tirx run %s --simulate
# EXIT: 1
from tirx import script as T


@T.function
def counter_read_without_barrier(Y: T.Tensor((64,), "int32")):
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=1, block=64)):
        t = T.gpu.thread_idx("x")
        count = T.alloc_shared((1,), "int32")
        if t == 0:
            count[0] = 0
        T.gpu.sync()
        T.gpu.atomic_add(count[0], 1)
        Y[t] = count[0]

# ==== output ====
# counter_read_without_barrier: on the simulator, as asked
# tests/sim/faults/counter_read_without_barrier.py:17:16: error: `count[0]`: data race: read here, and updated atomically by thread (31, 0, 0) with nothing between that orders the two; put a barrier between them, or make both atomic [SimRace]
#             Y[t] = count[0]
#                    ^~~~~~~~
# note: in kernel `counter_read_without_barrier_kernel`, block (0, 0, 0), thread (0, 0, 0)
# tests/sim/faults/counter_read_without_barrier.py:16:9: note: thread (31, 0, 0): updated atomically here
#             T.gpu.atomic_add(count[0], 1)
#             ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~
# note: the warp was in lines 11, 14, 15, 16 before
# note: and 63 more times here
