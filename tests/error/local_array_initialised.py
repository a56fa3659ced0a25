# SPDX-License-Identifier: Apache-2.0
# An array of the thread with a first value.
# RUN: tirx check %s
# EXIT: 1
from tirx import script as T


@T.function
def f(A: T.Tensor((32,), "float32")):
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=1, block=32)):
        i = T.gpu.thread_idx("x")
        x: T.float32[4] = 0.0
        A[i] = x[0]

# ==== output ====
# tests/error/local_array_initialised.py:12:9: error: bad declaration: an array of the thread takes no initial value; store its elements [BadAnnotation]
#             x: T.float32[4] = 0.0
#             ^~~~~~~~~~~~~~~~~~~~~
