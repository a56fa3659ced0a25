# SPDX-License-Identifier: Apache-2.0
# The left neighbour of the first element.
# RUN: tirx run %s --simulate
# EXIT: 1
from tirx import script as T


@T.function
def stencil_border(X: T.Tensor((64,), "float32"), Y: T.Tensor((64,), "float32")):
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=1, block=64)):
        t = T.gpu.thread_idx("x")
        Y[t] = X[t - 1] + X[t]

# ==== output ====
# stencil_border: on the simulator, as asked
# tests/sim/faults/stencil_border.py:12:16: error: `X[-1]`: index -1 is out of bounds for dimension 0 with extent 64 [SimOutOfBounds]
#             Y[t] = X[t - 1] + X[t]
#                    ^~~~~~~~
# note: in kernel `stencil_border_kernel`, block (0, 0, 0), thread (0, 0, 0)
# note: the warp was in line 11 before
