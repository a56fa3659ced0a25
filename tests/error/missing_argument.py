# SPDX-License-Identifier: Apache-2.0
# A call with too few arguments.
# RUN: tirx check %s
# EXIT: 1
from tirx import script as T


@T.function(private=True)
def scaled(x: T.float32, by: T.float32) -> T.float32:
    return x * by


@T.function
def f(A: T.Tensor((32,), "float32")):
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=1, block=32)):
        i = T.gpu.thread_idx("x")
        A[i] = scaled(A[i])

# ==== output ====
# tests/error/missing_argument.py:17:16: error: `scaled` needs an argument for `by` [MissingArgument]
#             A[i] = scaled(A[i])
#                    ^~~~~~~~~~~~
