# SPDX-License-Identifier: Apache-2.0
# Kernels from outside: what the call itself says wrongly.
# RUN: tirx check %s
# EXIT: 1
from tirx import script as T

ONE = T.gpu.LaunchConfig(grid=1, block=1)
TEXT = 'extern "C" __global__ void k(float* a) { *a = 1; }'


@T.function
def a_file_that_is_not_there(A: T.Tensor((8,), "float32")):
    T.call_kernel("kernels/missing.cu", "k", ONE, A)


@T.function
def a_folder(A: T.Tensor((8,), "float32")):
    T.call_kernel("..", "k", ONE, A)


@T.function
def no_launch_configuration(A: T.Tensor((8,), "float32")):
    T.call_kernel(TEXT, "k", (1, 1), A)


@T.function
def in_a_kernel(A: T.Tensor((8,), "float32")):
    with T.device_entry(launch=ONE):
        T.call_kernel(TEXT, "k", ONE, A)


@T.function
def a_string(A: T.Tensor((8,), "float32")):
    T.call_kernel(TEXT, "k", ONE, "A")


@T.function
def a_view_with_an_offset(A: T.Tensor((8,), "float32", elem_offset=4)):
    T.call_kernel(TEXT, "k", ONE, A)


@T.function
def a_misspelt_key(A: T.Tensor((8,), "float32")):
    T.call_kernel(TEXT, "k", ONE, A, backend_config={"cuda": {"complier": "nvcc"}})


@T.function
def a_reference_that_is_text(A: T.Tensor((8,), "float32")):
    T.call_kernel(TEXT, "k", ONE, A, reference="k")


@T.function
def no_source(A: T.Tensor((8,), "float32")):
    with T.device_entry(launch=ONE):
        T.external_kernel("k", A)

# ==== output ====
# tests/error/external_kernels.py:13:19: error: cannot read `tests/error/kernels/missing.cu`: there is no such file [CannotRead]
#         T.call_kernel("kernels/missing.cu", "k", ONE, A)
#                       ^~~~~~~~~~~~~~~~~~~~
# note: a string without `{`, `;` and line breaks names the kernel's file, relative to the script
# tests/error/external_kernels.py:18:19: error: cannot read `tests/error/..`: it is no file [CannotRead]
#         T.call_kernel("..", "k", ONE, A)
#                       ^~~~
# note: a string without `{`, `;` and line breaks names the kernel's file, relative to the script
# tests/error/external_kernels.py:23:30: error: `T.call_kernel`: `launch` is a tuple; it must be a launch configuration, as in `T.gpu.LaunchConfig(grid=8, block=128)` [BadCallArgument]
#         T.call_kernel(TEXT, "k", (1, 1), A)
#                                  ^~~~~~
# tests/error/external_kernels.py:29:9: error: a device entry stands inside another one [NestedEntry]
#             T.call_kernel(TEXT, "k", ONE, A)
#             ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
# tests/error/external_kernels.py:34:35: error: `T.external_kernel`: operand `args` is handle; it must be a scalar, a pointer or a tensor [WrongOperandType]
#         T.call_kernel(TEXT, "k", ONE, "A")
#                                       ^~~
# tests/error/external_kernels.py:39:35: error: `T.external_kernel`: operand `args` is 1-dimensional float32 tensor; it must be a tensor of the device without an offset; pass its address instead [WrongOperandType]
#         T.call_kernel(TEXT, "k", ONE, A)
#                                       ^
# tests/error/external_kernels.py:44:53: error: backend configuration key `cuda.complier`: unknown; the keys are `arch`, `compiler`, `target_format`, `nvcc`, `nvrtc` or `ptxas` [BadBackendConfig]
#         T.call_kernel(TEXT, "k", ONE, A, backend_config={"cuda": {"complier": "nvcc"}})
#                                                         ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
# note: did you mean `compiler`?
# tests/error/external_kernels.py:49:48: error: `T.call_kernel`: `reference` is a string; it must be a `T.inline` or private function [BadCallArgument]
#         T.call_kernel(TEXT, "k", ONE, A, reference="k")
#                                                    ^~~
# tests/error/external_kernels.py:55:9: error: `T.external_kernel` needs an argument for `source` [MissingArgument]
#             T.external_kernel("k", A)
#             ^~~~~~~~~~~~~~~~~~~~~~~~~
