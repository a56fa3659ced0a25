# SPDX-License-Identifier: Apache-2.0
"""The CUDA backend: how its code is compiled, alone or as part of a program."""

from . import backend_config, compiler, transforms
from ._config_type import BackendConfig

__all__ = ["BackendConfig", "backend_config", "compiler", "transforms"]
