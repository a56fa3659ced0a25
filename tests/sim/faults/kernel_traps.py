# SPDX-License-Identifier: Apache-2.0
# A condition that does not hold in one thread.
# RUN: tirx run %s --simulate
# EXIT: 1
from tirx import script as T


@T.function
def kernel_traps(X: T.Tensor((64,), "int32"), Y: T.Tensor((64,), "int32")):
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=1, block=64)):
        t = T.gpu.thread_idx("x")
        Y[t] = X[t]
        T.cuda.trap_when_assert_failed(t != 40)

# ==== output ====
# kernel_traps: on the simulator, as asked
# tests/sim/faults/kernel_traps.py:13:9: error: assertion failed: T.cuda.trap_when_assert_failed [SimAssertion]
#             T.cuda.trap_when_assert_failed(t != 40)
#             ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
# note: in kernel `kernel_traps_kernel`, block (0, 0, 0), thread (40, 0, 0)
# note: the warp was in lines 11, 12 before
