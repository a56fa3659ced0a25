# SPDX-License-Identifier: Apache-2.0
# The exact form of a kernel from outside beside other statements.
# RUN: tirx lower %s --arch sm_90a
# EXIT: 1
from tirx import script as T


@T.function
def f(A: T.Tensor((8,), "float32")):
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=1, block=1)):
        A[0] = 1.0
        T.external_kernel("k", A, source='extern "C" __global__ void k(float* a) { *a = 1; }')

# ==== output ====
# tests/error/external_kernel_alone.py:10:5: error: `T.external_kernel` is not all that its device entry does; give it an entry of its own, or write `T.call_kernel` in host code [ExternalKernelNotAlone]
#         with T.device_entry(launch=T.gpu.LaunchConfig(grid=1, block=1)):
#         ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
