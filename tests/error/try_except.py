# SPDX-License-Identifier: Apache-2.0
# There are no exceptions in a kernel.
# RUN: tirx check %s
# EXIT: 1
from tirx import script as T


@T.function
def f(A: T.Tensor((32,), "float32")):
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=1, block=32)):
        i = T.gpu.thread_idx("x")
        try:
            A[i] = 1.0
        except ValueError:
            A[i] = 0.0

# ==== output ====
# tests/error/try_except.py:12:9: error: `try` is not part of TIRx script [UnsupportedSyntax]
#             try:
#             ^~~
# note: kernels have no exceptions: test the condition with `if`, or `assert` it
