# SPDX-License-Identifier: Apache-2.0
# A coroutine as a kernel.
# RUN: tirx check %s
# EXIT: 1
from tirx import script as T


@T.function
async def f(A: T.Tensor((32,), "float32")):
    A[0] = 1.0

# ==== output ====
# tests/error/async_function.py:9:1: error: `async` is not part of TIRx script [UnsupportedSyntax]
#     async def f(A: T.Tensor((32,), "float32")):
#     ^~~~~
# note: kernels are plain functions, `def`
