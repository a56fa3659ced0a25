# SPDX-License-Identifier: Apache-2.0
# The shape of a tensor cannot be changed.
# RUN: tirx check %s
# EXIT: 1
from tirx import script as T


@T.function
def f(A: T.Tensor((32,), "float32")):
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=1, block=32)):
        i = T.gpu.thread_idx("x")
        A.shape = (4, 8)
        A[i] = 0.0

# ==== output ====
# tests/error/assignment_to_shape.py:12:9: error: an attribute of the tensor `A` cannot be assigned to [NotAssignable]
#             A.shape = (4, 8)
#             ^~~~~~~
