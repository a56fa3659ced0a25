# SPDX-License-Identifier: Apache-2.0
"""Modules in scripts: `from tirx.script import ir as I`."""

from ._decorator import ir_module


def module_attrs(attrs):
    """Attributes of the module; read by the front end, does nothing in Python."""


__all__ = ["ir_module", "module_attrs"]
