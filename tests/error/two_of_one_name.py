# SPDX-License-Identifier: Apache-2.0
# Two functions of one name.
# RUN: tirx check %s
# EXIT: 1
from tirx import script as T


@T.function
def f(A: T.Tensor((32,), "float32")):
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=1, block=32)):
        A[T.gpu.thread_idx("x")] = 0.0


@T.function
def f(B: T.Tensor((32,), "float32")):
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=1, block=32)):
        B[T.gpu.thread_idx("x")] = 1.0

# ==== output ====
# tests/error/two_of_one_name.py:15:5: error: there are two functions named `f` [DuplicateFunction]
#     def f(B: T.Tensor((32,), "float32")):
#         ^
# tests/error/two_of_one_name.py:9:5: note: the other one
#     def f(A: T.Tensor((32,), "float32")):
#         ^
