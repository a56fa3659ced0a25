# SPDX-License-Identifier: Apache-2.0
# A misspelt attribute of a tensor.
# RUN: tirx check %s
# EXIT: 1
from tirx import script as T


@T.function
def f(A: T.Tensor((32,), "float32")):
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=1, block=32)):
        i = T.gpu.thread_idx("x")
        A[i] = T.cast(A.shap[0], "float32")

# ==== output ====
# tests/error/unknown_tensor_attribute.py:12:25: error: the tensor `A` has no attribute `shap` [UnknownAttribute]
#             A[i] = T.cast(A.shap[0], "float32")
#                             ^~~~
# note: did you mean `shape`?
