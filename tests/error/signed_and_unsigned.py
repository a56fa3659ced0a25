# SPDX-License-Identifier: Apache-2.0
# A signed and an unsigned integer in one comparison.
# RUN: tirx check %s
# EXIT: 1
from tirx import script as T


@T.function
def f(A: T.Tensor((32,), "float32"), n: T.uint32):
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=1, block=32)):
        i = T.gpu.thread_idx("x")
        if i < n:
            A[i] = 1.0

# ==== output ====
# tests/error/signed_and_unsigned.py:12:12: error: `<`: int32 and uint32 do not mix; convert one of them with `T.cast` [TypeMismatch]
#             if i < n:
#                ^~~~~
