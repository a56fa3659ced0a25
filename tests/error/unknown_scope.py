# SPDX-License-Identifier: Apache-2.0
# A memory scope that does not exist.
# RUN: tirx check %s
# EXIT: 1
from tirx import script as T


@T.function
def f(A: T.Tensor((32,), "float32")):
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=1, block=32)):
        i = T.gpu.thread_idx("x")
        S = T.alloc_tensor((32,), "float32", scope="sharde")
        S[i] = A[i]

# ==== output ====
# tests/error/unknown_scope.py:12:52: error: `T.alloc_tensor`: `scope` is "sharde"; it must be `global`, `shared`, `shared.dyn` or `local` [BadCallArgument]
#             S = T.alloc_tensor((32,), "float32", scope="sharde")
#                                                        ^~~~~~~~
# note: did you mean `shared`?
