# SPDX-License-Identifier: Apache-2.0
# A private function that can fall off its end.
# RUN: tirx check %s
# EXIT: 1
from tirx import script as T


@T.function(private=True)
def seven(x: T.int32) -> T.int32:
    if x <= 1:
        return 7


@T.function
def main(A: T.Tensor((32,), "int32")):
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=1, block=32)):
        i = T.gpu.thread_idx("x")
        A[i] = seven(A[i])

# ==== output ====
# tests/error/missing_return.py:9:5: error: `seven` can reach its end without a `return`; every path must return int32 [MissingReturn]
#     def seven(x: T.int32) -> T.int32:
#         ^~~~~
