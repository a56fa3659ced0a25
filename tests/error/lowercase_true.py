# SPDX-License-Identifier: Apache-2.0
# Constants of other languages.
# RUN: tirx check %s
# EXIT: 1
from tirx import script as T


@T.function
def f(A: T.Tensor((32,), "float32")):
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=1, block=32)):
        i = T.gpu.thread_idx("x")
        done = true
        if done:
            A[i] = 0.0

# ==== output ====
# tests/error/lowercase_true.py:12:16: error: unknown name `true` [UnknownName]
#             done = true
#                    ^~~~
# note: did you mean `True`?
