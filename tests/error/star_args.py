# SPDX-License-Identifier: Apache-2.0
# A kernel with any number of parameters.
# RUN: tirx check %s
# EXIT: 1
from tirx import script as T


@T.function
def f(A: T.Tensor((32,), "float32"), *others: T.float32):
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=1, block=32)):
        A[T.gpu.thread_idx("x")] = 1.0

# ==== output ====
# tests/error/star_args.py:9:39: error: bad declaration: a function of the program has a fixed list of parameters, without `others`; `@T.inline` functions may have any [BadAnnotation]
#     def f(A: T.Tensor((32,), "float32"), *others: T.float32):
#                                           ^~~~~~
