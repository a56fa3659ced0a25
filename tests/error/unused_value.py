# SPDX-License-Identifier: Apache-2.0
# A value that nothing uses.
# RUN: tirx check %s
# EXIT: 1
from tirx import script as T


@T.function
def f(A: T.Tensor((32,), "float32")):
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=1, block=32)):
        i = T.gpu.thread_idx("x")
        A[i] + 1.0

# ==== output ====
# tests/error/unused_value.py:12:9: error: this value is computed and dropped; give it a name or store it in a tensor [UnusedValue]
#             A[i] + 1.0
#             ^~~~~~~~~~
