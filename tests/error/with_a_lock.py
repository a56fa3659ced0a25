# SPDX-License-Identifier: Apache-2.0
# `with` on a Python object.
# RUN: tirx check %s
# EXIT: 1
from tirx import script as T


@T.function
def f(A: T.Tensor((32,), "float32")):
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=1, block=32)):
        i = T.gpu.thread_idx("x")
        with open("log.txt") as log:
            A[i] = 0.0

# ==== output ====
# tests/error/with_a_lock.py:12:14: error: Python's `open` does not exist in kernels [PythonBuiltin]
#             with open("log.txt") as log:
#                  ^~~~
# note: do this in Python, around the kernel
