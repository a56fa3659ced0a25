# SPDX-License-Identifier: Apache-2.0
# A branch without statements.
# RUN: tirx check %s
# EXIT: 1
from tirx import script as T


@T.function
def f(A: T.Tensor((32,), "float32")):
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=1, block=32)):
        i = T.gpu.thread_idx("x")
        if i < 4:
        A[i] = 0.0

# ==== output ====
# tests/error/empty_block.py:13:9: error: an indented block must follow; write `pass` for an empty one [MissingBlock]
#             A[i] = 0.0
#             ^
# tests/error/empty_block.py:12:9: note: after this line
#             if i < 4:
#             ^~~~~~~~
