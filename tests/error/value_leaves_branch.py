# SPDX-License-Identifier: Apache-2.0
# A name that is bound in a branch, used after it.
# RUN: tirx check %s
# EXIT: 1
from tirx import script as T


@T.function
def f(A: T.Tensor((32,), "float32")):
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=1, block=32)):
        i = T.gpu.thread_idx("x")
        if i < 16:
            x = A[i]
        else:
            x = 0.0
        A[i] = x

# ==== output ====
# tests/error/value_leaves_branch.py:16:16: error: unknown name `x` [UnknownName]
#             A[i] = x
#                    ^
# tests/error/value_leaves_branch.py:15:13: note: this `x` ends with the block that binds it; to use it after that, declare a cell before: `x: T.float32 = ...`
#                 x = 0.0
#                 ^
