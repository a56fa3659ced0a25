# SPDX-License-Identifier: Apache-2.0
# A format that no kernel comes in.
# RUN: tirx lower %s --arch sm_90a --show source
# EXIT: 1
from tirx import script as T


@T.function
def f(A: T.Tensor((8,), "float32")):
    T.call_kernel("; text", "k", T.gpu.LaunchConfig(grid=1, block=1), A, format="spirv")

# ==== output ====
# tests/error/external_kernel_format.py:10:5: error: target kind `cuda` takes no kernels as `spirv`; it takes cu, ptx, cubin, fatbin [NoExternalFormat]
#         T.call_kernel("; text", "k", T.gpu.LaunchConfig(grid=1, block=1), A, format="spirv")
#         ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
