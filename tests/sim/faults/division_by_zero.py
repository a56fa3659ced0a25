# SPDX-License-Identifier: Apache-2.0
# The thread's number as a divisor.
# RUN: tirx run %s --simulate
# EXIT: 1
from tirx import script as T


@T.function
def division_by_zero(Y: T.Tensor((32,), "int32")):
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=1, block=32)):
        t = T.gpu.thread_idx("x")
        Y[t] = 100 // t

# ==== output ====
# division_by_zero: on the simulator, as asked
# tests/sim/faults/division_by_zero.py:12:16: error: division of 100 by zero in int32; the result is undefined [SimDivisionByZero]
#             Y[t] = 100 // t
#                    ^~~~~~~~
# note: in kernel `division_by_zero_kernel`, block (0, 0, 0), thread (0, 0, 0)
# note: the warp was in line 11 before
