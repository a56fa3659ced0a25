# SPDX-License-Identifier: Apache-2.0
"""Backends: loading them, what they add to the package, and the configuration that they share.

The Python half of a loaded backend is `tirx.backend.<name>`, and `tirx.<name>` is the same module.
"""

from . import _loader, config
from ._loader import is_loaded, load, load_library

__all__ = ["config", "is_loaded", "load", "load_library"]

_loader.install()


def __getattr__(name):
    _loader.module(name)
    import importlib

    return importlib.import_module(f"{__name__}.{name}")
