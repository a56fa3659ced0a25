# SPDX-License-Identifier: Apache-2.0
"""Decorators: they hand a source, and the Python values that it mentions, to the front end."""

import functools
import sys

from .. import _native
from ..errors import DiagnosticError
from ..ir import IRModule
from ._names import Name
from ._protocol import Protocol, to_native
from ._source import Source, joined, visible

_MODULES = {"tirx": "tirx", "tirx.script": "tirx.script", "tirx.script.ir": "tirx.script.ir", "math": "math"}


class Function:
    """A function of the program, checked. Other functions call it by name; `tirx.compile` makes it run."""

    def __init__(self, module, name, python=None):
        self.module = module
        self.name = name
        if python is not None:
            functools.update_wrapper(self, python)
        self.__name__ = name

    @property
    def ir(self):
        """The node; `module` has the functions that it calls, too."""
        return self.module[self.name]

    def __tirx_ir__(self):
        return self.ir

    def script(self, width=110):
        """The function as script, with what it calls."""
        printed = self.module if len(self.module.functions) > 1 else self.ir
        return str(_native.function("print")(printed, width))

    def show(self):
        """Prints the script."""
        print(self.script(), end="")

    def __repr__(self):
        return f"<tirx.Function {self.name}>"

    def __call__(self, *args, **kwargs):
        raise TypeError(f"{self.name} must be compiled before it runs: tirx.compile({self.name}, ...)(...)")


class Inline:
    """A function whose body is spliced in where it is called."""

    def __init__(self, func, source, scope):
        self.source = source
        self.scope = scope
        functools.update_wrapper(self, func)

    def __call__(self, *args, **kwargs):
        raise TypeError(
            f"{self.__name__} is a @T.inline function: only a @T.function of the same file can call it"
        )


class _Capture:
    """The definitions and values that a source reaches."""

    def __init__(self, source, scope, own_name):
        self.sources = [source]
        self.values = {}
        self.modules = {}
        self.functions = []
        self._own_name = own_name
        self._take(source, scope)

    def _take(self, source, scope):
        for name in source.names:
            known = name in self.values or name in self.modules or name == self._own_name
            if name in scope and not known:
                self._take_one(name, scope[name], source)

    def _take_one(self, name, value, source):
        module = getattr(value, "__name__", None) if type(value) is type(sys) else None
        if module in _MODULES:
            self.modules[name] = _MODULES[module]
        elif isinstance(value, Inline) and value.source.file == source.file and value.__name__ == name:
            if value.source not in self.sources:
                self.sources.append(value.source)
                self._take(value.source, value.scope)
        elif not isinstance(value, Name):
            if isinstance(value, Function):
                self.functions.append(value)
            self.values[name] = to_native(value)


def _elaborate(native, capture, *name):
    text, line = joined(capture.sources)
    protocol = Protocol()
    try:
        module = _native.call(
            native, text, capture.sources[0].file, line, *name, capture.values, capture.modules, protocol
        )
    except DiagnosticError as error:
        raise error from protocol.cause
    return _with_callees(module, capture.functions)


def _with_callees(module, functions):
    """Adds what captured functions call in their turn; they themselves are in the module if they are used."""
    names = {str(f.name) for f in module.functions}
    missing = []
    for function in functions:
        if function.name not in names:
            continue
        for callee in function.module.functions:
            if str(callee.name) not in names:
                names.add(str(callee.name))
                missing.append(callee)
    return IRModule([*missing, *module.functions], module.name, module.attrs) if missing else module


def _is_in_class(func):
    parent = func.__qualname__.rpartition(".")[0]
    return bool(parent) and not parent.endswith("<locals>")


def _decorate(func, depth):
    if _is_in_class(func):
        return func  # @I.ir_module reads the whole class
    source = Source.of_function(func)
    scope = visible(func, sys._getframe(depth))
    capture = _Capture(source, scope, func.__name__)
    return Function(_elaborate("parse_function", capture, func.__name__), func.__name__, func)


def function(func=None, **options):
    """A function of the program: `@T.function`, or `@T.function(private=True)`, which only others can call.

    The options are read from the source by the front end.
    """
    if func is not None:
        return _decorate(func, 2)
    return lambda func: _decorate(func, 2)


def inline(func):
    """A function whose body is spliced in where it is called. It must stand in the file of its callers."""
    return Inline(func, Source.of_function(func), visible(func, sys._getframe(1)))


def ir_module(cls):
    """A class whose functions make a module."""
    source = Source.of_class(cls)
    capture = _Capture(source, visible(None, sys._getframe(1)), cls.__name__)
    return _elaborate("parse_module", capture)


def parse(text, name="<string>", **names):
    """The functions of a script as an IRModule. Keywords are Python values that it may mention."""
    protocol = Protocol()
    values = {key: to_native(value) for key, value in names.items()}
    try:
        return _native.call("parse_module", text, name, 1, values, {}, protocol)
    except DiagnosticError as error:
        raise error from protocol.cause


def parse_file(path, **names):
    """The functions of a file as an IRModule; Python does not run the file."""
    with open(path, encoding="utf-8") as file:
        return parse(file.read(), str(path), **names)
