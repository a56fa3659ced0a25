# SPDX-License-Identifier: Apache-2.0
# Row and column are mixed up; the flat address would be inside of the tensor.
# RUN: tirx run %s --simulate
# EXIT: 1
from tirx import script as T


@T.function
def swapped_indices(X: T.Tensor((8, 4), "float32"), Y: T.Tensor((8, 4), "float32")):
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=1, block=(4, 8))):
        row = T.gpu.thread_idx("y")
        column = T.gpu.thread_idx("x")
        Y[row, column] = X[column, row]

# ==== output ====
# swapped_indices: on the simulator, as asked
# tests/sim/faults/swapped_indices.py:13:26: error: `X[0, 4]`: index 4 is out of bounds for dimension 1 with extent 4 [SimOutOfBounds]
#             Y[row, column] = X[column, row]
#                              ^~~~~~~~~~~~~~
# note: in kernel `swapped_indices_kernel`, block (0, 0, 0), thread (0, 4, 0)
# note: the warp was in lines 11, 12 before
# note: and 15 more times here
