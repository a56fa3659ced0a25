# SPDX-License-Identifier: Apache-2.0
# Several syntax errors of one file in one run.
# RUN: tirx check %s
# EXIT: 1
from tirx import script as T


@T.function
def f(A: T.Tensor((8,), "float32"):
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=1, block=8)):
        A[0] = = 1.0
        A[1] = (2.0
        A[2] = 3.0
      A[3] = 4.0


def g(x, x):
    return "abc
# ==== output ====
