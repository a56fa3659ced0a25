# SPDX-License-Identifier: Apache-2.0
# `del` of a name.
# RUN: tirx check %s
# EXIT: 1
from tirx import script as T


@T.function
def f(A: T.Tensor((32,), "float32")):
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=1, block=32)):
        i = T.gpu.thread_idx("x")
        x = A[i]
        del x
        A[i] = 0.0

# ==== output ====
# tests/error/delete.py:13:9: error: `del` is not part of TIRx script [UnsupportedSyntax]
#             del x
#             ^~~~~
# note: a name ends with the block that binds it
