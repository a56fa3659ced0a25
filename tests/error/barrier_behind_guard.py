# SPDX-License-Identifier: Apache-2.0
# A barrier behind the guard of the last block.
# RUN: tirx check %s
from tirx import script as T


@T.function
def f(A: T.Tensor(("n",), "float32")):
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=1, block=32)):
        i = T.gpu.thread_idx("x")
        if i < n:
            A[i] = 1.0
            T.gpu.sync()

# ==== output ====
# tests/error/barrier_behind_guard.py: 1 function, no errors
# tests/error/barrier_behind_guard.py:13:13: warning: only some threads may reach this barrier; all threads of the block must [DivergentBarrier]
#                 T.gpu.sync()
#                 ^~~~~~~~~~~~
# tests/error/barrier_behind_guard.py:11:12: note: this differs between the threads of a block
#             if i < n:
#                ^~~~~
