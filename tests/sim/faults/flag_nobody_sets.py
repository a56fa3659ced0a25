# SPDX-License-Identifier: Apache-2.0
# The warp that was to set the flag waits at a barrier for the one that waits for the flag.
# RUN: tirx run %s --simulate
# EXIT: 1
from tirx import script as T


@T.function
def flag_nobody_sets(Y: T.Tensor((64,), "int32")):
    with T.device_entry(launch=T.cuda.LaunchConfig(grid=1, block=64)):
        t = T.cuda.thread_idx("x")
        flag = T.alloc_shared((1,), "int32")
        if t == 0:
            flag[0] = 0
        T.cuda.cta_sync()
        if t < 32:
            while T.gpu.atomic_add(flag[0], 0) == 0:
                pass
            Y[t] = 1
        T.cuda.cta_sync()
        if t == 32:
            T.gpu.atomic_exchange(flag[0], 1)

# ==== output ====
# flag_nobody_sets: on the simulator, as asked
# tests/sim/faults/flag_nobody_sets.py:17:19: error: endless loop: the thread does the same again and again, and no thread is left that changes what it reads [SimEndless]
#                 while T.gpu.atomic_add(flag[0], 0) == 0:
#                       ^~~~~~~~~~~~~~~~~~~~~~~~~~~~
# note: in kernel `flag_nobody_sets_kernel`, block (0, 0, 0), thread (0, 0, 0)
# tests/sim/faults/flag_nobody_sets.py:20:9: note: warp 1 waits here
#             T.cuda.cta_sync()
#             ^~~~~~~~~~~~~~~~~
# note: and 31 more times here
