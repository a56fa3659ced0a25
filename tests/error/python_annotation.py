# SPDX-License-Identifier: Apache-2.0
# Python's types are not types of the program.
# RUN: tirx check %s
# EXIT: 1
from tirx import script as T


@T.function
def f(A: T.Tensor((32,), "float32"), scale: float):
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=1, block=32)):
        A[T.gpu.thread_idx("x")] = scale

# ==== output ====
# tests/error/python_annotation.py:9:45: error: bad declaration: `float` is Python's; a type of the program is `T.float32` [BadAnnotation]
#     def f(A: T.Tensor((32,), "float32"), scale: float):
#                                                 ^~~~~
