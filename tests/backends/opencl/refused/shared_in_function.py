# SPDX-License-Identifier: Apache-2.0
# Local memory in a function that a kernel calls, and a block whose size nobody knows.
# RUN: tirx lower %s --target opencl --show source
# EXIT: 1
from tirx import script as T


@T.function(private=True)
def swapped(x: T.float32) -> T.float32:
    S = T.alloc_shared((64,), "float32")
    i = T.gpu.thread_idx("x")
    S[i] = x
    T.gpu.sync()
    y = S[T.int32(63) - i]
    T.gpu.sync()
    return y


@T.function
def f(A: T.Tensor((64,), "float32")):
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=1, block=64)):
        i = T.gpu.thread_idx("x")
        A[i] = swapped(A[i])

# ==== output ====
# tests/backends/opencl/refused/shared_in_function.py:10:9: error: opencl code declares tensors of scope `shared` in kernels only, and `S` is in a function; allocate it in the kernel and pass it [CodegenNotInKernel]
#         S = T.alloc_shared((64,), "float32")
#             ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
