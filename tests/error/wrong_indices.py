# SPDX-License-Identifier: Apache-2.0
# Too many indices, a negative one, a tensor where a number must stand.
# RUN: tirx check %s
# EXIT: 1
from tirx import script as T


@T.function
def f(A: T.Tensor((8, 8), "float32"), B: T.Tensor((8,), "float32"), x: T.float32):
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=1, block=8)):
        i = T.gpu.thread_idx("x")
        B[i, 0] = x
        B[-1] = x
        B[x] = x
        B[i] = A[i]
        B[i] = A

# ==== output ====
# tests/error/wrong_indices.py:12:9: error: `B` has 1 dimension but is indexed with 2 [WrongIndexCount]
#             B[i, 0] = x
#             ^~~~~~~
# tests/error/wrong_indices.py:13:11: error: index -1 is negative; indices of tensors count from 0 [NegativeIndex]
#             B[-1] = x
#               ^~
# tests/error/wrong_indices.py:14:11: error: `B`: `index` is float32; it must be an integer [BadCallArgument]
#             B[x] = x
#               ^
# tests/error/wrong_indices.py:15:16: error: `A` has 2 dimensions but is indexed with 1 [WrongIndexCount]
#             B[i] = A[i]
#                    ^~~~
# tests/error/wrong_indices.py:16:16: error: the tensor `A` is not a value: index it, as in `A[i]` [NotAValue]
#             B[i] = A
#                    ^
