# SPDX-License-Identifier: Apache-2.0
# Threads count into the same bins with plain additions.
# RUN: tirx run %s --simulate
# EXIT: 1
from tirx import script as T


@T.function
def histogram_without_atomics(X: T.Tensor((64,), "int32"), Y: T.Tensor((8,), "int32")):
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=1, block=64)):
        t = T.gpu.thread_idx("x")
        bins = T.alloc_shared((8,), "int32")
        if t < 8:
            bins[t] = 0
        T.gpu.sync()
        b = t % 8
        bins[b] = bins[b] + 1
        T.gpu.sync()
        if t < 8:
            Y[t] = bins[t]

# ==== output ====
# histogram_without_atomics: on the simulator, as asked
# tests/sim/faults/histogram_without_atomics.py:17:9: error: `bins[0]`: data race: written here, and read by thread (24, 0, 0) with nothing between that orders the two; put a barrier between them, or make both atomic [SimRace]
#             bins[b] = bins[b] + 1
#             ^~~~~~~
# note: in kernel `histogram_without_atomics_kernel`, block (0, 0, 0), thread (0, 0, 0)
# tests/sim/faults/histogram_without_atomics.py:17:19: note: thread (24, 0, 0): read here
#             bins[b] = bins[b] + 1
#                       ^~~~~~~
# note: the warp was in lines 11, 14, 15 before
# note: and 63 more times here
