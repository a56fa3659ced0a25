# SPDX-License-Identifier: Apache-2.0
# A misspelt name: the error suggests the right one.
# RUN: tirx check %s
# EXIT: 1
from tirx import script as T

LENGTH = 64


@T.function
def f(A: T.Tensor((LENGTH,), "float32")):
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=1, block=LENGHT)):
        i = T.gpu.thread_idx("x")
        A[i] = T.sqr(A[i])
        A[i] = T.gpu.thread_id("x")
# ==== output ====
