# SPDX-License-Identifier: Apache-2.0
# `break` in an unrolled loop under a condition of the program.
# RUN: tirx check %s
# EXIT: 1
from tirx import script as T


@T.function
def f(A: T.Tensor((8,), "float32")):
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=1, block=1)):
        for i in T.static_range(8):
            if A[i] > 0.0:
                break
            A[i] = 1.0
        if A[0]:
            continue

# ==== output ====
# tests/error/jump_in_unrolled_loop.py:13:17: error: `break` in an unrolled loop needs a compile-time condition; use `range` for a loop of the program [JumpUnderIrCondition]
#                     break
#                     ^~~~~
# tests/error/jump_in_unrolled_loop.py:15:12: error: a condition must be a bool, got float32; compare it with something [NotABool]
#             if A[0]:
#                ^~~~
