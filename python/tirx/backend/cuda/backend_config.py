# SPDX-License-Identifier: Apache-2.0
"""CUDA's part of `backend_config`: checking it, and what a compile makes of it."""

import json

from ... import _native
from ...target import Target
from .._plain import plain
from ._config_type import BackendConfig


def default_backend_config():
    """What holds where nobody says anything; a new dict each time."""
    return BackendConfig(**json.loads(_native.call("default_config_part", "cuda")))


def validate_backend_config(config):
    """A checked copy of a part, without defaults."""
    if config is None:
        raise TypeError("the cuda part of a backend configuration must be a mapping, not nothing")
    return BackendConfig(**json.loads(_native.call("validate_config_part", "cuda", plain(config))))


def resolve_backend_config(config=None, target=None):
    """The part that a compile uses: defaults, then the target's, then `config`.

    `arch` comes from `config`, else from the target, else from the device here; ValueError where none of them
    names one. Neither argument changes.
    """
    if target is not None and not isinstance(target, Target):
        target = Target(target)
    part = {} if config is None else plain(config)
    return BackendConfig(**json.loads(_native.call("resolve_config_part", "cuda", part, target)))


def compiler_options(config):
    """The arguments for the chosen compiler: its own list, then the assembler's items as it forwards them."""
    return [str(item) for item in _native.call("compiler_options", "cuda", plain(config))]


__all__ = [
    "BackendConfig",
    "compiler_options",
    "default_backend_config",
    "resolve_backend_config",
    "validate_backend_config",
]
