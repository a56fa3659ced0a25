# SPDX-License-Identifier: Apache-2.0
# `==` where `=` was meant.
# RUN: tirx check %s
# EXIT: 1
from tirx import script as T


@T.function
def f(A: T.Tensor((32,), "float32")):
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=1, block=32)):
        i = T.gpu.thread_idx("x")
        A[i] == 1.0

# ==== output ====
# tests/error/comparison_as_statement.py:12:9: error: this value is computed and dropped; `=` assigns, `==` compares [UnusedValue]
#             A[i] == 1.0
#             ^~~~~~~~~~~
