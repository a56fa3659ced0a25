# SPDX-License-Identifier: Apache-2.0
# A built-in of Python that kernels lack.
# RUN: tirx check %s
# EXIT: 1
from tirx import script as T


@T.function
def f(A: T.Tensor((32,), "float32")):
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=1, block=32)):
        i = T.gpu.thread_idx("x")
        assert isinstance(A[i], float), type(A[i])

# ==== output ====
# tests/error/print_f_string.py:12:41: error: Python's `type` does not exist in kernels [PythonBuiltin]
#             assert isinstance(A[i], float), type(A[i])
#                                             ^~~~
# note: `x.dtype` is the type of a value
