# SPDX-License-Identifier: Apache-2.0
"""Backends: loading them, what they add to the package, and the configuration that they share.

The Python half of a loaded backend is `tirx.backend.<name>`, and `tirx.<name>` is the same module.
"""

from typing import TYPE_CHECKING

from . import _loader, config
from ._loader import is_loaded, load, load_library, register

__all__ = [
    "Attr",
    "Field",
    "Lanes",
    "Param",
    "Refusal",
    "Registrar",
    "config",
    "is_loaded",
    "load",
    "load_library",
    "register",
]

if TYPE_CHECKING:
    from ._callback import Refusal as Refusal
    from ._lanes import Lanes as Lanes
    from ._registrar import Registrar as Registrar
    from ._rows import Attr as Attr
    from ._rows import Field as Field
    from ._rows import Param as Param

# What registrations are written with: modules that only they need.
_WRITTEN_WITH = {
    "Attr": "_rows",
    "Field": "_rows",
    "Lanes": "_lanes",
    "Param": "_rows",
    "Refusal": "_callback",
    "Registrar": "_registrar",
}

_loader.install()


def __getattr__(name):
    import importlib

    if name in _WRITTEN_WITH:
        return getattr(importlib.import_module(f".{_WRITTEN_WITH[name]}", __name__), name)
    _loader.module(name)
    return importlib.import_module(f"{__name__}.{name}")
