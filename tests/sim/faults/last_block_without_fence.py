# SPDX-License-Identifier: Apache-2.0
# The last block to finish reads the others' results; no fence orders them with the ticket.
# RUN: tirx run %s --simulate
# EXIT: 1
from tirx import script as T


@T.function
def last_block_without_fence(Y: T.Tensor((2,), "int32"), Z: T.Tensor((1,), "int32"), ticket: T.Tensor((1,), "int32")):
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=2, block=32)):
        b = T.gpu.block_idx("x")
        if T.gpu.thread_idx("x") == 0:
            Y[b] = b + 1
            before = T.gpu.atomic_add(ticket[0], 1)
            if b == 1:
                Z[0] = Y[0] + Y[1] + before * 0

# ==== output ====
# last_block_without_fence: on the simulator, as asked
# tests/sim/faults/last_block_without_fence.py:16:24: error: `Y[0]`: data race: read here, and written by thread (0, 0, 0) of block (0, 0, 0) with nothing between that orders the two; put a barrier between them, or make both atomic [SimRace]
#                     Z[0] = Y[0] + Y[1] + before * 0
#                            ^~~~
# note: in kernel `last_block_without_fence_kernel`, block (1, 0, 0), thread (0, 0, 0)
# tests/sim/faults/last_block_without_fence.py:13:13: note: thread (0, 0, 0) of block (0, 0, 0): written here
#                 Y[b] = b + 1
#                 ^~~~
# note: the warp was in lines 11, 12, 13, 14 before
