# SPDX-License-Identifier: Apache-2.0
"""The CUDA backend: how its code is compiled, alone or as part of a program."""

from . import backend_config, compiler, host, transforms
from ._config_type import BackendConfig
from .host import export_cuda_host

__all__ = ["BackendConfig", "backend_config", "compiler", "export_cuda_host", "host", "transforms"]
