# SPDX-License-Identifier: Apache-2.0
# A compile-time counter inside a loop of the program would count once.
# RUN: tirx check %s
# EXIT: 1
from tirx import script as T


@T.function
def f(A: T.Tensor((64,), "int32")):
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=1, block=1)):
        count = 0
        for i in range(64):
            if A[i] > 0:
                count += 1
        A[0] = count
# ==== output ====
