# SPDX-License-Identifier: Apache-2.0
# A global that a kernel would change.
# RUN: tirx check %s
# EXIT: 1
from tirx import script as T


COUNT = 0


@T.function
def f(A: T.Tensor((32,), "float32")):
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=1, block=32)):
        i = T.gpu.thread_idx("x")
        global COUNT
        COUNT = COUNT + 1

# ==== output ====
# tests/error/global_statement.py:15:9: error: `global` is not part of TIRx script [UnsupportedSyntax]
#             global COUNT
#             ^~~~~~~~~~~~
# note: a kernel changes tensors and its own cells: `x: T.int32 = 0` declares a cell
