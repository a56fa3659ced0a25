# SPDX-License-Identifier: Apache-2.0
# What OpenCL C 1.2 lacks, each at its line.
# RUN: tirx lower %s --target opencl --show source
# EXIT: 1
from tirx import script as T


@T.function
def f(A: T.Tensor((64,), "float32"), B: T.Tensor((64,), "int64")):
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=1, block=64)):
        i = T.gpu.thread_idx("x")
        T.gpu.atomic_add(B[0], T.int64(1))
        T.gpu.atomic_add(A[0], T.float32(1), scope="system")
        assert A[i] > T.float32(0), "positive"
        T.cuda.nanosleep(100)

# ==== output ====
# tests/backends/opencl/refused/constructs.py:12:9: error: opencl has no `T.gpu.atomic_add` on int64: OpenCL C 1.2 has atomics of 32 bits [BackendLacks]
#             T.gpu.atomic_add(B[0], T.int64(1))
#             ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
# note: int32, uint32 and float32 are there
# tests/backends/opencl/refused/constructs.py:13:9: error: opencl has no `T.gpu.atomic_add` of scope "system": memory is shared with other devices only between kernels [BackendLacks]
#             T.gpu.atomic_add(A[0], T.float32(1), scope="system")
#             ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
# note: the scopes "block" and "device" are there
# tests/backends/opencl/refused/constructs.py:14:9: error: opencl has no `assert` in a kernel: a thread cannot stop the program [BackendLacks]
#             assert A[i] > T.float32(0), "positive"
#             ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
# note: `T.gpu.printf` can say what is wrong; the simulator checks assertions
# tests/backends/opencl/refused/constructs.py:15:9: error: opencl has no `T.cuda.nanosleep`: it belongs to backend `cuda` [BackendLacks]
#             T.cuda.nanosleep(100)
#             ^~~~~~~~~~~~~~~~~~~~~
# note: portable kernels use `T.gpu`
