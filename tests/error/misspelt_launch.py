# SPDX-License-Identifier: Apache-2.0
# A misspelt launch configuration.
# RUN: tirx check %s
# EXIT: 1
from tirx import script as T


@T.function
def f(A: T.Tensor((32,), "float32")):
    with T.device_entry(launch=T.gpu.LaunchConfg(grid=1, block=32)):
        i = T.gpu.thread_idx("x")
        A[i] = 0.0

# ==== output ====
# tests/error/misspelt_launch.py:10:38: error: `T.gpu` has no member `LaunchConfg` [UnknownMember]
#         with T.device_entry(launch=T.gpu.LaunchConfg(grid=1, block=32)):
#                                          ^~~~~~~~~~~
# note: did you mean `T.gpu.LaunchConfig`?
