# SPDX-License-Identifier: Apache-2.0
# RUN: tirx check %s
# EXIT: 1
from tirx import script as T


@T.function
def another_backend(A: T.Tensor((32,), "float32")):
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=1, block=32), backend_config={"rocm": {}}):
        A[T.gpu.thread_idx("x")] = 1.0


@T.function
def without_the_backend(A: T.Tensor((32,), "float32")):
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=1, block=32), backend_config={"arch": "sm_90a"}):
        A[T.gpu.thread_idx("x")] = 1.0


@T.function
def misspelt_key(A: T.Tensor((32,), "float32")):
    with T.device_entry(
        launch=T.gpu.LaunchConfig(grid=1, block=32), backend_config={"cuda": {"complier": "nvcc"}}
    ):
        A[T.gpu.thread_idx("x")] = 1.0


@T.function
def text_for_a_list(A: T.Tensor((32,), "float32")):
    with T.device_entry(
        launch=T.gpu.LaunchConfig(grid=1, block=32), backend_config={"cuda": {"nvrtc": "--ftz=false"}}
    ):
        A[T.gpu.thread_idx("x")] = 1.0


@T.function
def managed(A: T.Tensor((32,), "float32")):
    with T.device_entry(
        launch=T.gpu.LaunchConfig(grid=1, block=32),
        backend_config={"cuda": T.cuda.BackendConfig(nvcc=["-O1", "--time=t.csv"], ptxas=["-v,-arch=sm_80"])},
    ):
        A[T.gpu.thread_idx("x")] = 1.0


@T.function
def virtual_architecture(A: T.Tensor((32,), "float32")):
    with T.device_entry(
        launch=T.gpu.LaunchConfig(grid=1, block=32), backend_config={"cuda": {"arch": "compute_90"}}
    ):
        A[T.gpu.thread_idx("x")] = 1.0

# ==== output ====
# tests/error/backend_config.py:9:85: error: backend configuration of `rocm`: no backend of this name has one; there is `cuda` [BadBackendConfig]
#         with T.device_entry(launch=T.gpu.LaunchConfig(grid=1, block=32), backend_config={"rocm": {}}):
#                                                                                         ^~~~~~~~~~~~
# tests/error/backend_config.py:15:85: error: backend configuration of `arch`: no backend of this name has one; there is `cuda` [BadBackendConfig]
#         with T.device_entry(launch=T.gpu.LaunchConfig(grid=1, block=32), backend_config={"arch": "sm_90a"}):
#                                                                                         ^~~~~~~~~~~~~~~~~~
# tests/error/backend_config.py:22:69: error: backend configuration key `cuda.complier`: unknown; the keys are `arch`, `compiler`, `target_format`, `nvcc`, `nvrtc` or `ptxas` [BadBackendConfig]
#             launch=T.gpu.LaunchConfig(grid=1, block=32), backend_config={"cuda": {"complier": "nvcc"}}
#                                                                         ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
# note: did you mean `compiler`?
# tests/error/backend_config.py:30:69: error: backend configuration key `cuda.nvrtc` must be a list of strings, not a string [BadBackendConfigType]
#             launch=T.gpu.LaunchConfig(grid=1, block=32), backend_config={"cuda": {"nvrtc": "--ftz=false"}}
#                                                                         ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
# tests/error/backend_config.py:39:24: error: `--time=t.csv` in the `nvcc` options is managed by tirx, since it writes files beside the output; use the key `target_format` of `backend_config` instead [CudaManagedOption]
#             backend_config={"cuda": T.cuda.BackendConfig(nvcc=["-O1", "--time=t.csv"], ptxas=["-v,-arch=sm_80"])},
#                            ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
# tests/error/backend_config.py:47:69: error: backend configuration key `cuda.arch`: "compute_90"; it must name a real architecture: `sm_` with digits and, where meant, `a` or `f` [BadBackendConfig]
#             launch=T.gpu.LaunchConfig(grid=1, block=32), backend_config={"cuda": {"arch": "compute_90"}}
#                                                                         ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
