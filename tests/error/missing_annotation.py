# SPDX-License-Identifier: Apache-2.0
# A parameter without a type.
# RUN: tirx check %s
# EXIT: 1
from tirx import script as T


@T.function
def f(A: T.Tensor((32,), "float32"), scale):
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=1, block=32)):
        A[T.gpu.thread_idx("x")] = scale

# ==== output ====
# tests/error/missing_annotation.py:9:38: error: parameter `scale` has no type; write one, as in `scale: T.float32` [MissingAnnotation]
#     def f(A: T.Tensor((32,), "float32"), scale):
#                                          ^~~~~
