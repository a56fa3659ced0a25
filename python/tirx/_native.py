# SPDX-License-Identifier: Apache-2.0
"""The native functions, and their failures as exceptions."""

import functools

import tvm_ffi

from . import _library
from .errors import InternalError, NoCompilerError, diagnostic_error

library_path = _library.load()
has_compiler = library_path.name == _library.COMPILER


tvm_ffi.register_error("InternalError", InternalError)  # of loaders, for bytes that are damaged


def register_object(key):
    """Decorates the class of a native type of the compiler; the type is missing where there is none."""
    return tvm_ffi.register_object(key) if has_compiler else lambda cls: cls


def only_runtime():
    """The reason of what cannot be done without the compiler."""
    return f"only the runtime is installed ({library_path}); install all of tirx: docs/installing.md"


@register_object("tirx.python.Failure")
class Failure(tvm_ffi.Object):
    """What a native function gives instead of a value when the user made a mistake."""


def internal_errors(function):
    """The function, our own bugs in which are raised as InternalError with a text that says so."""

    @functools.wraps(function, assigned=())
    def checked(*args):
        try:
            return function(*args)
        except RuntimeError as error:
            raise_interrupt()
            raise_internal(error)
            raise

    return checked


def raise_internal(error):
    if str(error).startswith("internal error"):
        raise InternalError(f"{error}\nThis is a bug of tirx; please report it with the input.") from error


# A KeyboardInterrupt in a function that the native side called: it passes failures on, not exceptions.
_is_interrupted = False


def note_interrupt():
    """The call that is on its way will end with KeyboardInterrupt."""
    global _is_interrupted
    _is_interrupted = True


def raise_interrupt():
    global _is_interrupted
    if _is_interrupted:
        _is_interrupted = False
        raise KeyboardInterrupt from None


def constructor(name):
    """The native function `tirx.python.<name>` itself, as tvm-ffi wants it for making objects."""
    if not has_compiler:
        raise NoCompilerError(f"this needs the compiler, and {only_runtime()}")
    return tvm_ffi.get_global_func("tirx.python." + name)


@functools.cache
def function(name):
    """The native function `tirx.python.<name>`."""
    return internal_errors(constructor(name))


@functools.cache
def runtime_function(name):
    """The function `tirx.runtime.<name>` of the runtime library."""
    return internal_errors(tvm_ffi.get_global_func("tirx.runtime." + name))


def call(name, *args):
    """Calls a native function; its diagnostics are raised as DiagnosticError."""
    result = function(name)(*args)
    if isinstance(result, Failure):
        raise_interrupt()
        raise diagnostic_error(str(result.text), str(result.json))
    return result
