# SPDX-License-Identifier: Apache-2.0
# A tile with a halo is allocated without the halo.
# RUN: tirx run %s --simulate
# EXIT: 1
from tirx import script as T


@T.function
def shared_out_of_bounds(X: T.Tensor((66,), "float32"), Y: T.Tensor((64,), "float32")):
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=1, block=64)):
        t = T.gpu.thread_idx("x")
        s = T.alloc_shared((64,), "float32")
        s[t] = X[t]
        if t < 2:
            s[64 + t] = X[64 + t]
        T.gpu.sync()
        Y[t] = s[t]

# ==== output ====
# shared_out_of_bounds: on the simulator, as asked
# tests/sim/faults/shared_out_of_bounds.py:15:13: error: `s[64]`: index 64 is out of bounds for dimension 0 with extent 64 [SimOutOfBounds]
#                 s[64 + t] = X[64 + t]
#                 ^~~~~~~~~
# note: in kernel `shared_out_of_bounds_kernel`, block (0, 0, 0), thread (0, 0, 0)
# note: the warp was in lines 11, 13 before
# note: and 1 more time here
