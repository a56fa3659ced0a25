# SPDX-License-Identifier: Apache-2.0
# What the kernel promises its compiler does not hold in one thread.
# RUN: tirx run %s --simulate
# EXIT: 1
from tirx import script as T


@T.function
def broken_promise(X: T.Tensor((64,), "int32"), Y: T.Tensor((64,), "int32")):
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=1, block=64)):
        t = T.gpu.thread_idx("x")
        T.assume(t % 41 < 40)
        Y[t] = X[t]

# ==== output ====
# broken_promise: on the simulator, as asked
# tests/sim/faults/broken_promise.py:12:9: error: assertion failed: the promise of `T.assume` [SimAssertion]
#             T.assume(t % 41 < 40)
#             ^~~~~~~~~~~~~~~~~~~~~
# note: in kernel `broken_promise_kernel`, block (0, 0, 0), thread (40, 0, 0)
# note: the warp was in line 11 before
