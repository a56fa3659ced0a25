# SPDX-License-Identifier: Apache-2.0
# A generator as a kernel.
# RUN: tirx check %s
# EXIT: 1
from tirx import script as T


@T.function
def f(A: T.Tensor((32,), "float32")):
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=1, block=32)):
        i = T.gpu.thread_idx("x")
        yield A[i]

# ==== output ====
# tests/error/yield_in_kernel.py:12:9: error: `yield` is not part of TIRx script [UnsupportedSyntax]
#             yield A[i]
#             ^~~~~~~~~~
# note: a kernel gives its results in tensors
