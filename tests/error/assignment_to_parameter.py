# SPDX-License-Identifier: Apache-2.0
# A scalar parameter cannot be changed.
# RUN: tirx check %s
# EXIT: 1
from tirx import script as T


@T.function
def f(A: T.Tensor((32,), "float32"), scale: T.float32):
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=1, block=32)):
        i = T.gpu.thread_idx("x")
        scale = scale * 2.0
        A[i] = scale

# ==== output ====
# tests/error/assignment_to_parameter.py:12:9: error: `scale` is a parameter, which does not change; copy it into a cell: `scale_now: T.float32 = scale` [AssignedParameter]
#             scale = scale * 2.0
#             ^~~~~
# tests/error/assignment_to_parameter.py:9:38: note: `scale` is declared here
#     def f(A: T.Tensor((32,), "float32"), scale: T.float32):
#                                          ^~~~~
