# SPDX-License-Identifier: Apache-2.0
# A kernel calls a private function that launches.
# RUN: tirx lower %s --arch sm_90a
# EXIT: 1
from tirx import script as T


@T.function(private=True)
def clear(A: T.Tensor((32,), "float32")):
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=1, block=32)):
        A[T.gpu.thread_idx("x")] = 0.0


@T.function
def f(A: T.Tensor((32,), "float32")):
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=1, block=32)):
        clear(A)


# ==== output ====
# tests/error/nested_entry_by_call.py:17:9: error: a device entry stands inside another one [NestedEntry]
#             clear(A)
#             ^~~~~~~~
# tests/error/nested_entry_by_call.py:9:5: note: `clear`, which is called here, has one
#     def clear(A: T.Tensor((32,), "float32")):
#         ^~~~~
