# SPDX-License-Identifier: Apache-2.0
# NumPy does not know values of the program.
# RUN: tirx check %s
# EXIT: 1
import numpy as np

from tirx import script as T


@T.function
def f(A: T.Tensor((32,), "float32")):
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=1, block=32)):
        i = T.gpu.thread_idx("x")
        A[i] = np.exp(A[i])

# ==== output ====
# tests/error/numpy_call.py:14:16: error: `numpy` cannot be used here: the compiler knows nothing about it [OpaqueUse]
#             A[i] = np.exp(A[i])
#                    ^~~~~~
# note: for values of the program there is `T.exp`
