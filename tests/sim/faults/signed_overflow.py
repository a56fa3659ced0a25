# SPDX-License-Identifier: Apache-2.0
# A product of indices that does not fit.
# RUN: tirx run %s --simulate
# EXIT: 1
from tirx import script as T


@T.function
def signed_overflow(Y: T.Tensor((32,), "int32")):
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=1, block=32)):
        t = T.gpu.thread_idx("x")
        Y[t] = (t + 1) * 134217728

# ==== output ====
# signed_overflow: on the simulator, as asked
# tests/sim/faults/signed_overflow.py:12:16: error: 16 * 134217728 overflows int32; signed overflow is undefined [SimSignedOverflow]
#             Y[t] = (t + 1) * 134217728
#                    ^~~~~~~~~~~~~~~~~~~
# note: in kernel `signed_overflow_kernel`, block (0, 0, 0), thread (15, 0, 0)
# note: the warp was in line 11 before
# note: and 16 more times here
