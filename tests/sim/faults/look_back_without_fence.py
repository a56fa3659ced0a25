# SPDX-License-Identifier: Apache-2.0
# A scan over blocks: a block publishes its sum with a flag, but nothing orders the two.
# RUN: tirx run %s --simulate --max-steps 100000
# EXIT: 1
from tirx import script as T


@T.function
def look_back_without_fence(X: T.Tensor((64,), "int32"), sums: T.Tensor((2,), "int32"), flag: T.Tensor((2,), "int32"), Y: T.Tensor((64,), "int32")):
    with T.device_entry(launch=T.cuda.LaunchConfig(grid=2, block=32)):
        t = T.cuda.thread_idx("x")
        b = T.cuda.block_idx("x")
        total = T.gpu.block_sum(X[b * 32 + t])
        if t == 0:
            sums[b] = total
            T.gpu.atomic_exchange(flag[b], 1)
            if b == 1:
                while T.gpu.atomic_add(flag[0], 0) == 0:
                    pass
                T.cuda.threadfence()
                Y[32] = sums[0]

# ==== output ====
# look_back_without_fence: on the simulator, as asked
# tests/sim/faults/look_back_without_fence.py:21:25: error: `sums[0]`: data race: read here, and written by thread (0, 0, 0) of block (0, 0, 0) with nothing between that orders the two; put a barrier between them, or make both atomic [SimRace]
#                     Y[32] = sums[0]
#                             ^~~~~~~
# note: in kernel `look_back_without_fence_kernel`, block (1, 0, 0), thread (0, 0, 0)
# tests/sim/faults/look_back_without_fence.py:15:13: note: thread (0, 0, 0) of block (0, 0, 0): written here
#                 sums[b] = total
#                 ^~~~~~~
# note: the warp was in lines 12, 13, 15, 16, 18, 20 before
