# SPDX-License-Identifier: Apache-2.0
# There are no exceptions in a kernel.
# RUN: tirx check %s
# EXIT: 1
from tirx import script as T


@T.function
def f(A: T.Tensor((32,), "float32")):
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=1, block=32)):
        i = T.gpu.thread_idx("x")
        if A[i] < 0.0:
            raise ValueError("negative")

# ==== output ====
# tests/error/raise_in_kernel.py:13:13: error: `raise` is not part of TIRx script [UnsupportedSyntax]
#                 raise ValueError("negative")
#                 ^~~~~~~~~~~~~~~~~~~~~~~~~~~~
# note: kernels have no exceptions: `assert condition, "message"` stops a kernel
