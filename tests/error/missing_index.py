# SPDX-License-Identifier: Apache-2.0
# One index for two dimensions.
# RUN: tirx check %s
# EXIT: 1
from tirx import script as T


@T.function
def f(A: T.Tensor((32, 4), "float32")):
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=1, block=32)):
        i = T.gpu.thread_idx("x")
        A[i] = 0.0

# ==== output ====
# tests/error/missing_index.py:12:9: error: `A` has 2 dimensions but is indexed with 1 [WrongIndexCount]
#             A[i] = 0.0
#             ^~~~
