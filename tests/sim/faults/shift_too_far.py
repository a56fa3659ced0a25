# SPDX-License-Identifier: Apache-2.0
# The mask of a lane that does not exist.
# RUN: tirx run %s --simulate
# EXIT: 1
from tirx import script as T


@T.function
def shift_too_far(Y: T.Tensor((64,), "int32")):
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=1, block=64)):
        t = T.gpu.thread_idx("x")
        Y[t] = T.cast(1, "int32") << t

# ==== output ====
# shift_too_far: on the simulator, as asked
# tests/sim/faults/shift_too_far.py:12:16: error: shift of int32 by 32; the amount must be from 0 to 31 [SimBadShift]
#             Y[t] = T.cast(1, "int32") << t
#                    ^~~~~~~~~~~~~~~~~~~~~~~
# note: in kernel `shift_too_far_kernel`, block (0, 0, 0), thread (32, 0, 0)
# note: the warp was in line 11 before
# note: and 31 more times here
