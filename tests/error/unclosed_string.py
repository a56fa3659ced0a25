# SPDX-License-Identifier: Apache-2.0
# A text without its end.
# RUN: tirx check %s
# EXIT: 1
from tirx import script as T


@T.function
def f(A: T.Tensor((32,), "float32")):
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=1, block=32)):
        i = T.gpu.thread_idx("x")
        assert A[i] > 0.0, "must be positive

# ==== output ====
# tests/error/unclosed_string.py:12:28: error: a string begins here and never ends [UnterminatedString]
#             assert A[i] > 0.0, "must be positive
#                                ^
