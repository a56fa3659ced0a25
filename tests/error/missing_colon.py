# SPDX-License-Identifier: Apache-2.0
# A missing colon.
# RUN: tirx check %s
# EXIT: 1
from tirx import script as T


@T.function
def f(A: T.Tensor((32,), "float32")):
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=1, block=32))
        A[T.gpu.thread_idx("x")] = 1.0

# ==== output ====
# tests/error/missing_colon.py:10:69: error: expected `:` before the block, got the end of the line [UnexpectedToken]
#         with T.device_entry(launch=T.gpu.LaunchConfig(grid=1, block=32))
#                                                                         ^
