# SPDX-License-Identifier: Apache-2.0
# Launch configurations that cannot be.
# RUN: tirx check %s
# EXIT: 1
from tirx import script as T


@T.function
def f(A: T.Tensor((8,), "float32")):
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=0, block=(8, 1, 1, 1))):
        A[0] = 1.0
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=1, block=8, dynamic_smem_byte=128)):
        A[0] = 1.0
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=1)):
        A[0] = 1.0
# ==== output ====
