# SPDX-License-Identifier: Apache-2.0
# A store outside of the device entry.
# RUN: tirx check %s
# EXIT: 1
from tirx import script as T


@T.function
def f(A: T.Tensor((32,), "float32")):
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=1, block=32)):
        i = T.gpu.thread_idx("x")
        A[i] = 0.0
    A[0] = 1.0

# ==== output ====
# tests/error/store_to_host_tensor.py:13:5: error: host code accesses `A`, which lies in device memory; move the access into `T.device_entry` [HostAccessesDevice]
#         A[0] = 1.0
#         ^~~~
# note: loops over tensors of the host are compiled for target `cpu`
