# SPDX-License-Identifier: Apache-2.0
"""The native functions, and their failures as exceptions."""

import functools

import tvm_ffi

from . import _library
from .errors import DiagnosticError

library_path = _library.load()


@tvm_ffi.register_object("tirx.python.Failure")
class Failure(tvm_ffi.Object):
    """What a native function gives instead of a value when the user made a mistake."""


@functools.cache
def function(name):
    """The native function `tirx.python.<name>`."""
    return tvm_ffi.get_global_func("tirx.python." + name)


def call(name, *args):
    """Calls a native function; its diagnostics are raised as DiagnosticError."""
    result = function(name)(*args)
    if isinstance(result, Failure):
        raise DiagnosticError(str(result.text), str(result.json))
    return result
