# SPDX-License-Identifier: Apache-2.0
# A kernel from outside has the name that its binary gives it, so nothing else of the module may have it.
# RUN: tirx lower %s --arch sm_90a
# EXIT: 1
from tirx import script as T

ONE = T.gpu.LaunchConfig(grid=1, block=1)


@T.function
def f(A: T.Tensor((8,), "float32")):
    T.call_kernel('extern "C" __global__ void k(float* a) { *a = 1; }', "k", ONE, A)
    T.call_kernel('extern "C" __global__ void k(float* a) { *a = 2; }', "k", ONE, A)
    T.call_kernel('extern "C" __global__ void f(float* a) { *a = 2; }', "f", ONE, A)

# ==== output ====
# tests/error/external_kernel_names.py:13:5: error: `T.call_kernel` brings a kernel `k`, and another call brings it with other text, argument types, launch fields or configuration; a module has one kernel of a name [KernelNameTaken]
#         T.call_kernel('extern "C" __global__ void k(float* a) { *a = 2; }', "k", ONE, A)
#         ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
# tests/error/external_kernel_names.py:12:5: note: it is here
#         T.call_kernel('extern "C" __global__ void k(float* a) { *a = 1; }', "k", ONE, A)
#         ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
# tests/error/external_kernel_names.py:14:5: error: `T.call_kernel` brings a kernel `f`, and there is a function of that name; a module has one kernel of a name [KernelNameTaken]
#         T.call_kernel('extern "C" __global__ void f(float* a) { *a = 2; }', "f", ONE, A)
#         ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
# tests/error/external_kernel_names.py:11:5: note: it is here
#     def f(A: T.Tensor((8,), "float32")):
#         ^
