# SPDX-License-Identifier: Apache-2.0
# Calls of CUDA text that contradict each other, or their reference.
# RUN: tirx lower %s --arch sm_90a --show source
# EXIT: 1
from tirx import script as T


@T.function
def f(A: T.Tensor((8,), "float32")):
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=1, block=8)):
        A[0] = T.cuda.func_call("one", return_type="float32", source_code="__device__ float one() { return 1; }")
        A[1] = T.cuda.func_call("one", return_type="float32", source_code="__device__ float one() { return 1.f; }")

# ==== output ====
# tests/error/foreign_text.py:12:16: error: `one` has two source texts that differ; calls of one name bring the same text [CodegenTextDiffers]
#             A[1] = T.cuda.func_call("one", return_type="float32", source_code="__device__ float one() { return 1.f; }")
#                    ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
