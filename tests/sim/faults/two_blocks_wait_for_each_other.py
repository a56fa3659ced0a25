# SPDX-License-Identifier: Apache-2.0
# Each block takes the lock that the other one wants next.
# RUN: tirx run %s --simulate
# EXIT: 1
from tirx import script as T


@T.function
def two_blocks_wait_for_each_other(lock: T.Tensor((2,), "int32"), Y: T.Tensor((2,), "int32")):
    with T.device_entry(launch=T.cuda.LaunchConfig(grid=2, block=32, cooperative=True)):
        b = T.cuda.block_idx("x")
        if T.cuda.thread_idx("x") == 0:
            T.gpu.atomic_exchange(lock[b], 1)
        T.cuda.grid_sync()
        if T.cuda.thread_idx("x") == 0:
            while T.gpu.atomic_exchange(lock[1 - b], 1) == 1:
                pass
            Y[b] = 1

# ==== output ====
# two_blocks_wait_for_each_other: on the simulator, as asked
# tests/sim/faults/two_blocks_wait_for_each_other.py:16:19: error: endless loop: the thread does the same again and again, and no thread is left that changes what it reads [SimEndless]
#                 while T.gpu.atomic_exchange(lock[1 - b], 1) == 1:
#                       ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
# note: in kernel `two_blocks_wait_for_each_other_kernel`, block (0, 0, 0), thread (0, 0, 0)
# tests/sim/faults/two_blocks_wait_for_each_other.py:16:13: note: warp 0 of block (1, 0, 0) runs here
#                 while T.gpu.atomic_exchange(lock[1 - b], 1) == 1:
#                 ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
