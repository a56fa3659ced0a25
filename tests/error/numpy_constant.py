# SPDX-License-Identifier: Apache-2.0
# A module that only Python knows, read by the command line.
# RUN: tirx check %s
# EXIT: 1
import numpy as np

from tirx import script as T


@T.function
def f(A: T.Tensor((32,), "float32")):
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=1, block=32)):
        i = T.gpu.thread_idx("x")
        A[i] = np.pi

# ==== output ====
# tests/error/numpy_constant.py:14:16: error: `numpy` cannot be used here: the compiler knows nothing about it [OpaqueUse]
#             A[i] = np.pi
#                    ^~~~~
# note: imports are known where Python runs the file, through the decorators; here the file is read alone
