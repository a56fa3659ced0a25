# SPDX-License-Identifier: Apache-2.0
# The result of a call cannot be assigned to.
# RUN: tirx check %s
# EXIT: 1
from tirx import script as T


@T.function
def f(A: T.Tensor((32,), "float32")):
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=1, block=32)):
        i = T.gpu.thread_idx("x")
        T.min(A[0], A[1]) = 0.0

# ==== output ====
# tests/error/assignment_to_call.py:12:9: error: cannot assign to the result of a call; only names, attributes and elements can stand here [BadAssignmentTarget]
#             T.min(A[0], A[1]) = 0.0
#             ^~~~~~~~~~~~~~~~~
