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
