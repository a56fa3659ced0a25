# SPDX-License-Identifier: Apache-2.0
# A kernel without a device entry.
# RUN: tirx check %s
# EXIT: 1
from tirx import script as T


@T.function
def f(A: T.Tensor((32,), "float32")):
    i = T.gpu.thread_idx("x")
    A[i] = 0.0

# ==== output ====
# tests/error/no_device_entry.py:11:5: error: host code accesses `A`, which lies in device memory; move the access into `T.device_entry` [HostAccessesDevice]
#         A[i] = 0.0
#         ^~~~
# note: loops over tensors of the host are compiled for target `cpu`
