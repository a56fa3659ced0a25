# SPDX-License-Identifier: Apache-2.0
# A block spins on a flag that the other one sets to another value.
# RUN: tirx run %s --simulate --max-steps 100000
# EXIT: 1
from tirx import script as T


@T.function
def flag_is_never_set(Y: T.Tensor((2,), "int32"), flag: T.Tensor((1,), "int32")):
    with T.device_entry(launch=T.cuda.LaunchConfig(grid=2, block=32)):
        if T.cuda.thread_idx("x") == 0:
            if T.cuda.block_idx("x") == 0:
                T.gpu.atomic_exchange(flag[0], 7)
                while T.gpu.atomic_add(flag[0], 0) != 8:
                    Y[0] = 1
            else:
                T.gpu.atomic_exchange(flag[0], 9)

# ==== output ====
# flag_is_never_set: on the simulator, as asked
# tests/sim/faults/flag_is_never_set.py:14:17: error: the kernel has taken 100000 warp steps in one block without ending, which is the limit; is there an endless loop? [SimStepBudget]
#                     while T.gpu.atomic_add(flag[0], 0) != 8:
#                     ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
# note: in kernel `flag_is_never_set_kernel`, block (0, 0, 0), thread (0, 0, 0)
# note: the warp was in lines 14, 15, 14, 15, 14, 15 before
