# SPDX-License-Identifier: Apache-2.0
# `@` on tensors.
# RUN: tirx check %s
# EXIT: 1
from tirx import script as T


@T.function
def f(A: T.Tensor((32,), "float32")):
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=1, block=32)):
        i = T.gpu.thread_idx("x")
        C = A @ A

# ==== output ====
# tests/error/matmul_operator.py:12:13: error: `@` is not defined on values of the program; write a loop [NoIrOperator]
#             C = A @ A
#                 ^~~~~
