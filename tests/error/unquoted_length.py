# SPDX-License-Identifier: Apache-2.0
# A symbolic length without quotes.
# RUN: tirx check %s
# EXIT: 1
from tirx import script as T


@T.function
def f(A: T.Tensor((n,), "float32")):
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=1, block=32)):
        A[T.gpu.thread_idx("x")] = 1.0

# ==== output ====
# tests/error/unquoted_length.py:9:20: error: unknown name `n` [UnknownName]
#     def f(A: T.Tensor((n,), "float32")):
#                        ^
# note: a length that a tensor brings along is quoted: `"n"`
