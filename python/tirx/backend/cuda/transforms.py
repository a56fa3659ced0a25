# SPDX-License-Identifier: Apache-2.0
"""The passes that give each device entry its configuration, and its helpers."""

from ...transform import _pass_named
from ..config import backend_config_json


def BindBackendConfig(backend_config=None):
    """Functions and device entries get their whole configuration and their target; runs after BindTarget."""
    return _pass_named("bind-backend-config", backend_config=backend_config_json(backend_config))


def SpecializeEntryHelpers():
    """What a device entry calls gets its target and configuration; runs after BindBackendConfig."""
    return _pass_named("specialize-entry-helpers")


def SpecializeDeviceHelpers():
    """What a kernel calls gets its target and configuration; runs after SplitHostDevice."""
    return _pass_named("specialize-device-helpers")


__all__ = ["BindBackendConfig", "SpecializeDeviceHelpers", "SpecializeEntryHelpers"]
