# SPDX-License-Identifier: Apache-2.0
# A kernel calls an exported function.
# RUN: tirx check %s
# EXIT: 1
from tirx import script as T


@T.function
def twice(x: T.float32) -> T.float32:
    return x * 2.0


@T.function
def f(A: T.Tensor((32,), "float32")):
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=1, block=32)):
        i = T.gpu.thread_idx("x")
        A[i] = twice(A[i])

# ==== output ====
# tests/error/calls_exported.py:17:16: error: device code calls `twice`, which is exported; it can only call private functions, `@T.function(private=True)` [DeviceCallsExported]
#             A[i] = twice(A[i])
#                    ^~~~~~~~~~~
