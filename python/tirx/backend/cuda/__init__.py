# SPDX-License-Identifier: Apache-2.0
"""The CUDA backend: how its code is compiled, alone or as part of a program."""

from . import backend_config, compiler, external, host, transforms
from ._config_type import BackendConfig
from .external import external_kernel
from .host import export_cuda_host

__all__ = [
    "BackendConfig",
    "backend_config",
    "compiler",
    "export_cuda_host",
    "external",
    "external_kernel",
    "host",
    "transforms",
]
