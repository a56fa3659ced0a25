# SPDX-License-Identifier: Apache-2.0
"""The native functions, and their failures as exceptions."""

import contextlib
import functools

import tvm_ffi

from . import _library
from .errors import DiagnosticError, InternalError

library_path = _library.load()


@tvm_ffi.register_object("tirx.python.Failure")
class Failure(tvm_ffi.Object):
    """What a native function gives instead of a value when the user made a mistake."""


class _InternalErrors(contextlib.ContextDecorator):
    """Our own bugs cross the border as RuntimeError with a text that says so."""

    def __enter__(self):
        return self

    def __exit__(self, kind, error, traceback):
        if kind is RuntimeError and str(error).startswith("internal error"):
            raise InternalError(
                f"{error}\nThis is a bug of tirx; please report it with the input."
            ) from error


internal_errors = _InternalErrors()


def constructor(name):
    """The native function `tirx.python.<name>` itself, as tvm-ffi wants it for making objects."""
    return tvm_ffi.get_global_func("tirx.python." + name)


@functools.cache
def function(name):
    """The native function `tirx.python.<name>`."""
    return internal_errors(constructor(name))


def call(name, *args):
    """Calls a native function; its diagnostics are raised as DiagnosticError."""
    result = function(name)(*args)
    if isinstance(result, Failure):
        raise DiagnosticError(str(result.text), str(result.json))
    return result
