# SPDX-License-Identifier: Apache-2.0
# A name that is bound in a loop, used after it.
# RUN: tirx check %s
# EXIT: 1
from tirx import script as T


@T.function
def f(A: T.Tensor((32,), "float32")):
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=1, block=32)):
        i = T.gpu.thread_idx("x")
        for k in range(4):
            last = A[k]
        A[i] = last

# ==== output ====
# tests/error/value_leaves_loop.py:14:16: error: unknown name `last` [UnknownName]
#             A[i] = last
#                    ^~~~
# tests/error/value_leaves_loop.py:13:13: note: this `last` ends with the block that binds it; to use it after that, declare a cell before: `last: T.float32 = ...`
#                 last = A[k]
#                 ^~~~
