# SPDX-License-Identifier: Apache-2.0
# Python's print does not run on the device.
# RUN: tirx check %s
# EXIT: 1
from tirx import script as T


@T.function
def f(A: T.Tensor((32,), "float32")):
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=1, block=32)):
        i = T.gpu.thread_idx("x")
        print("value", A[i])

# ==== output ====
# tests/error/print_in_kernel.py:12:9: error: Python's `print` does not exist in kernels [PythonBuiltin]
#             print("value", A[i])
#             ^~~~~
# note: `T.gpu.printf("%d\n", x)` prints from every thread
