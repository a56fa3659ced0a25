# SPDX-License-Identifier: Apache-2.0
# The tile is read across warps right after it was written.
# RUN: tirx run %s --simulate
# EXIT: 1
from tirx import script as T


@T.function
def transpose_without_barrier(X: T.Tensor((8, 8), "float32"), Y: T.Tensor((8, 8), "float32")):
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=1, block=(8, 8))):
        x = T.gpu.thread_idx("x")
        y = T.gpu.thread_idx("y")
        tile = T.alloc_shared((8, 9), "float32")
        tile[y, x] = X[y, x]
        Y[y, x] = tile[x, y]

# ==== output ====
# transpose_without_barrier: on the simulator, as asked
# tests/sim/faults/transpose_without_barrier.py:15:19: error: `tile[4, 0]`: read before anything was written there [SimUninitialised]
#             Y[y, x] = tile[x, y]
#                       ^~~~~~~~~~
# note: in kernel `transpose_without_barrier_kernel`, block (0, 0, 0), thread (4, 0, 0)
# note: the warp was in lines 11, 12, 14 before
# note: and 15 more times here
# tests/sim/faults/transpose_without_barrier.py:15:19: error: `tile[1, 0]`: data race: read here, and written by thread (0, 1, 0) with nothing between that orders the two; put a barrier between them, or make both atomic [SimRace]
#             Y[y, x] = tile[x, y]
#                       ^~~~~~~~~~
# note: in kernel `transpose_without_barrier_kernel`, block (0, 0, 0), thread (1, 0, 0)
# tests/sim/faults/transpose_without_barrier.py:14:9: note: thread (0, 1, 0): written here
#             tile[y, x] = X[y, x]
#             ^~~~~~~~~~
# note: the warp was in lines 11, 12, 14 before
# note: and 39 more times here
