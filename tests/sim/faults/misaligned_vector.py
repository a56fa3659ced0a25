# SPDX-License-Identifier: Apache-2.0
# A vector of four that begins at element 2.
# RUN: tirx run %s --simulate
# EXIT: 1
from tirx import script as T


@T.function
def misaligned_vector(X: T.Tensor((132,), "float32"), Y: T.Tensor((128,), "float32")):
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=1, block=32)):
        t = T.gpu.thread_idx("x")
        i = t * 4
        j = i + 2
        Y[i:i + 4] = X[j:j + 4]

# ==== output ====
# misaligned_vector: on the simulator, as asked
# tests/sim/faults/misaligned_vector.py:14:22: error: `X[2:6]`: address 8 is not a multiple of 16; an access of 16 bytes must be aligned to its size [SimMisaligned]
#             Y[i:i + 4] = X[j:j + 4]
#                          ^~~~~~~~~~
# note: in kernel `misaligned_vector_kernel`, block (0, 0, 0), thread (0, 0, 0)
# note: the warp was in line 11 before
# note: and 31 more times here
