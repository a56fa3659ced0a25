# SPDX-License-Identifier: Apache-2.0
# Kernels from outside that are not what the calls say.
# RUN: tirx compile %s --arch sm_90a -o %t/k.tirx
# EXIT: 1
from tirx import script as T

ONE = T.gpu.LaunchConfig(grid=1, block=1)


@T.function
def f(A: T.Tensor((8,), "float32"), n: T.int32):
    T.call_kernel('extern "C" __global__ void one(float* a) { *a = 1; }', "won", ONE, A)
    T.call_kernel("__global__ void mangled(float* a) { *a = 1; }", "mangled", ONE, A)
    T.call_kernel('extern "C" __global__ void two(float* a, long long n) { a[n] = 1; }', "two", ONE, A)
    T.call_kernel('extern "C" __global__ void narrow(float* a, long long n) { a[n] = 1; }', "narrow", ONE, A, n)
    T.call_kernel("this is no PTX;", "ptx", ONE, A, format="ptx")
    T.call_kernel(".version 8.0\n.target sm_100a\n.entry later() {}", "later", ONE, format="ptx")
    T.call_kernel("this is no cubin;", "cubin", ONE, A, format="cubin")
    T.call_kernel("this is no fatbin;", "fatbin", ONE, A, format="fatbin")

# ==== output ====
# tests/error/external_kernel_binaries.py:12:5: error: no function `won` in the cubin; there is `one` [NoSuchFunction]
#         T.call_kernel('extern "C" __global__ void one(float* a) { *a = 1; }', "won", ONE, A)
#         ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
# note: C++ changes the names of functions; declare the kernel `extern "C" __global__ void`
# tests/error/external_kernel_binaries.py:13:5: error: no function `mangled` in the cubin; there is `_Z7mangledPf` [NoSuchFunction]
#         T.call_kernel("__global__ void mangled(float* a) { *a = 1; }", "mangled", ONE, A)
#         ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
# note: C++ changes the names of functions; declare the kernel `extern "C" __global__ void`
# tests/error/external_kernel_binaries.py:14:5: error: kernel `two` takes 16 bytes of parameters, the call passes 1 argument of 8 bytes [ExternalArguments]
#         T.call_kernel('extern "C" __global__ void two(float* a, long long n) { a[n] = 1; }', "two", ONE, A)
#         ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
# note: the arguments are handle; `T.int64(x)` gives a number its type
# tests/error/external_kernel_binaries.py:15:5: error: kernel `narrow` takes 16 bytes of parameters, the call passes 2 arguments of 12 bytes [ExternalArguments]
#         T.call_kernel('extern "C" __global__ void narrow(float* a, long long n) { a[n] = 1; }', "narrow", ONE, A, n)
#         ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
# note: the arguments are handle, int32; `T.int64(x)` gives a number its type
# tests/error/external_kernel_binaries.py:16:5: error: this is not a valid ptx for sm_90a: there is no `.version` and `.target` [CudaBadBinary]
#         T.call_kernel("this is no PTX;", "ptx", ONE, A, format="ptx")
#         ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
# tests/error/external_kernel_binaries.py:17:5: error: this is not a valid ptx for sm_90a: its target is `sm_100a`, which does not run on sm_90a [CudaBadBinary]
#         T.call_kernel(".version 8.0\n.target sm_100a\n.entry later() {}", "later", ONE, format="ptx")
#         ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
# tests/error/external_kernel_binaries.py:18:5: error: this is not a valid cubin for sm_90a: this is not a valid ELF file: it is shorter than its header [CudaBadBinary]
#         T.call_kernel("this is no cubin;", "cubin", ONE, A, format="cubin")
#         ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
# tests/error/external_kernel_binaries.py:19:5: error: this is not a valid fatbin for sm_90a: this is not a valid fatbin: it does not start with the fatbin magic [CudaBadBinary]
#         T.call_kernel("this is no fatbin;", "fatbin", ONE, A, format="fatbin")
#         ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
