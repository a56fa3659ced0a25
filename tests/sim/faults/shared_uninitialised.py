# SPDX-License-Identifier: Apache-2.0
# The tail of the tile is not filled, but summed.
# RUN: tirx run %s --simulate
# EXIT: 1
from tirx import script as T


@T.function
def shared_uninitialised(X: T.Tensor((40,), "float32"), Y: T.Tensor((64,), "float32")):
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=1, block=64)):
        t = T.gpu.thread_idx("x")
        s = T.alloc_shared((64,), "float32")
        if t < 40:
            s[t] = X[t]
        T.gpu.sync()
        Y[t] = s[63 - t]

# ==== output ====
# shared_uninitialised: on the simulator, as asked
# tests/sim/faults/shared_uninitialised.py:16:16: error: `s[63]`: read before anything was written there [SimUninitialised]
#             Y[t] = s[63 - t]
#                    ^~~~~~~~~
# note: in kernel `shared_uninitialised_kernel`, block (0, 0, 0), thread (0, 0, 0)
# note: the warp was in lines 11, 14, 15 before
# note: and 23 more times here
