# SPDX-License-Identifier: Apache-2.0
# A negative literal in an unsigned type.
# RUN: tirx check %s
# EXIT: 1
from tirx import script as T


@T.function
def f(A: T.Tensor((32,), "uint8")):
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=1, block=32)):
        i = T.gpu.thread_idx("x")
        A[i] = -1

# ==== output ====
# tests/error/negative_unsigned.py:12:16: error: -1 does not fit in uint8, whose range is 0 to 255 [ConstantOutOfRange]
#             A[i] = -1
#                    ^~
