# SPDX-License-Identifier: Apache-2.0
# A default for a parameter of an exported function.
# RUN: tirx check %s
# EXIT: 1
from tirx import script as T


@T.function
def f(A: T.Tensor((32,), "float32"), scale: T.float32 = 2.0):
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=1, block=32)):
        A[T.gpu.thread_idx("x")] = scale

# ==== output ====
# tests/error/default_argument.py:9:57: error: bad declaration: `scale` cannot have a default, since callers pass every parameter; `@T.inline` functions may have defaults [BadAnnotation]
#     def f(A: T.Tensor((32,), "float32"), scale: T.float32 = 2.0):
#                                                             ^~~
