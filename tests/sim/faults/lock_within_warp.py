# SPDX-License-Identifier: Apache-2.0
# The lane that has the lock waits behind the loop for those of its warp that want it.
# RUN: tirx run %s --simulate
# EXIT: 1
from tirx import script as T


@T.function
def lock_within_warp(lock: T.Tensor((1,), "int32"), Y: T.Tensor((1,), "int32")):
    with T.device_entry(launch=T.cuda.LaunchConfig(grid=1, block=64)):
        if T.cuda.thread_idx("x") == 0:
            T.gpu.atomic_exchange(lock[0], 0)
        T.cuda.cta_sync()
        while T.gpu.atomic_cas(lock[0], 0, 1) != 0:
            pass
        T.cuda.threadfence()
        Y[0] = Y[0] + 1
        T.cuda.threadfence()
        T.gpu.atomic_exchange(lock[0], 0)

# ==== output ====
# lock_within_warp: on the simulator, as asked
# tests/sim/faults/lock_within_warp.py:14:15: error: endless loop: the thread does the same again and again, and no thread is left that changes what it reads [SimEndless]
#             while T.gpu.atomic_cas(lock[0], 0, 1) != 0:
#                   ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
# note: in kernel `lock_within_warp_kernel`, block (0, 0, 0), thread (1, 0, 0)
# note: thread (0, 0, 0) of the same warp waits behind the loop for those in it: they must not wait for what it does there
# tests/sim/faults/lock_within_warp.py:14:9: note: warp 1 runs here
#             while T.gpu.atomic_cas(lock[0], 0, 1) != 0:
#             ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
# note: and 30 more times here
