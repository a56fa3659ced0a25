# SPDX-License-Identifier: Apache-2.0
# An input that the kernel does not expect.
# RUN: tirx run %s --simulate
# EXIT: 1
from tirx import script as T


@T.function
def failed_assertion(X: T.Tensor((32,), "float32"), Y: T.Tensor((32,), "float32")):
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=1, block=32)):
        t = T.gpu.thread_idx("x")
        assert X[t] > 0.0, "inputs must be positive"
        Y[t] = X[t]

# ==== output ====
# failed_assertion: on the simulator, as asked
# tests/sim/faults/failed_assertion.py:12:9: error: assertion failed: inputs must be positive [SimAssertion]
#             assert X[t] > 0.0, "inputs must be positive"
#             ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
# note: in kernel `failed_assertion_kernel`, block (0, 0, 0), thread (0, 0, 0)
# note: the warp was in line 11 before
# note: and 16 more times here
