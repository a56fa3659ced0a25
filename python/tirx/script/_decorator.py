# SPDX-License-Identifier: Apache-2.0
"""Decorators: they hand a source, and the Python values that it mentions, to the front end."""

import functools
import sys

from .. import _native
from .._show import show, signature_of
from ..errors import DiagnosticError
from ._definition import Definition
from ._protocol import Protocol, canonical, to_native
from ._source import Scope, Source


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

    def __tirx_native__(self, to_native):
        return _native.function("linked_function")(self.ir, self.module)

    def script(self, width=110):
        """The function as script, with what it calls."""
        printed = self.module if len(self.module.functions) > 1 else self.ir
        return str(_native.function("print")(printed, width))

    def show(self, color=None):
        """Prints the script, on a terminal with colours."""
        show(self.script(), color)

    def __repr__(self):
        return f"<tirx.Function {self.name}{self.__signature__}>"

    @property
    def __signature__(self):
        return signature_of(self.ir.script(), self.name)

    def __copy__(self):
        return self  # functions do not change

    def __deepcopy__(self, memo):
        return self

    def __reduce__(self):
        known = ("__doc__", "__module__", "__qualname__")
        return (_unpickled, (self.module, self.name, {key: getattr(self, key, None) for key in known}))

    def __call__(self, *args, **kwargs):
        raise TypeError(f"{self.name} must be compiled before it runs: tirx.compile({self.name}, ...)(...)")


def _unpickled(module, name, described):
    function = Function(module, name)
    vars(function).update(described)
    return function


class Inline:
    """A function whose body is spliced in where it is called."""

    def __init__(self, func, source, scope):
        self.definition = Definition(self, func.__name__, source, scope)
        functools.update_wrapper(self, func)

    def __tirx_native__(self, to_native):
        return self.definition.native(to_native)

    def __reduce__(self):
        return self.__qualname__  # by name, as functions are

    def __call__(self, *args, **kwargs):
        raise TypeError(
            f"{self.__name__} is a @T.inline function: only a kernel or another of them can call it"
        )


class Jit:
    """A function that is made for given compile-time parameters: `kernel.specialize(N=128)` is a Function."""

    def __init__(self, func, source, scope):
        self.definition = Definition(self, func.__name__, source, scope)
        self._python = func
        self._made = {}
        functools.update_wrapper(self, func)

    def specialize(self, *, backend_config=None, **constants):
        """The function for these compile-time parameters; None leaves an optional tensor out.

        backend_config: how its device entries are compiled, between the compile call's and their own.
        Equal values give the same Function. Raises DiagnosticError for wrong ones, TypeError for values that
        cannot be hashed.
        """
        constants = {name: canonical(value) for name, value in constants.items()}
        config = "" if backend_config is None else _config_json(backend_config)
        key = (config, *sorted((name, _key(name, value)) for name, value in constants.items()))
        if key not in self._made:
            module, name = _elaborate(self.definition, "parse_function", constants)
            if config:
                module = _native.call("with_backend_config", module, str(name), config)
            self._made[key] = Function(module, str(name), self._python)
        return self._made[key]

    def __tirx_native__(self, to_native):
        return self.definition.native(to_native)

    def __repr__(self):
        return f"<tirx.script.Jit {self.__name__}>"

    def __call__(self, *args, **kwargs):
        raise TypeError(f"{self.__name__} is a @T.jit function: call {self.__name__}.specialize(...) first")


def _config_json(backend_config):
    from ..backend.config import backend_config_json  # it needs this package

    return backend_config_json(backend_config)


def _key(name, value):
    """A key that tells 1, True and 1.0 apart."""
    if isinstance(value, tuple):
        return ("tuple", tuple(_key(name, item) for item in value))
    try:
        hash(value)
    except TypeError:
        kind = type(value).__name__
        raise TypeError(
            f"`{name}` is a {kind}, which cannot be hashed; give a tuple of numbers or strings"
        ) from None
    return (type(value).__name__, repr(value) if isinstance(value, (bool, int, float, str)) else id(value))


def _elaborate(definition, native, *constants):
    source = definition.source
    protocol = Protocol()
    name = [definition.name] if native == "parse_function" else []
    constants = [{key: to_native(value) for key, value in c.items()} for c in constants]
    try:
        return _native.call(
            native,
            source.text,
            source.file,
            source.line,
            *name,
            definition.captured(to_native),
            *constants,
            protocol,
        )
    except DiagnosticError as error:
        raise error from protocol.cause


def _is_in_class(func):
    parent = func.__qualname__.rpartition(".")[0]
    return bool(parent) and not parent.endswith("<locals>")


def _decorate(func, depth):
    if _is_in_class(func):
        return func  # @I.ir_module reads the whole class
    definition = Definition(func, func.__name__, Source.of_function(func), Scope(func, sys._getframe(depth)))
    module, name = _elaborate(definition, "parse_function", {})
    return Function(module, str(name), func)


def function(func=None, **options):
    """A function of the program: `@T.function`, or `@T.function(private=True)`, which only others can call.

    The options are read from the source by the front end.
    """
    if func is not None:
        return _decorate(func, 2)
    return lambda func: _decorate(func, 2)


def inline(func):
    """A function whose body is spliced in where it is called, from any file; its names are its own file's."""
    if _is_in_class(func):
        return func  # @T.meta_class reads the whole class
    return Inline(func, Source.of_function(func), Scope(func, sys._getframe(1)))


def jit(func=None, **options):
    """A function with compile-time parameters: keyword-only ones annotated `T.constexpr`, and tensors that
    may be left out, `T.Optional[T.Tensor(...)]`. `.specialize(...)` makes a function of it."""
    frame = sys._getframe(1)

    def make(func):
        return func if _is_in_class(func) else Jit(func, Source.of_function(func), Scope(func, frame))

    return make if func is None else make(func)


def meta_class(cls):
    """A class whose instances live while compiling; kernels make them and call their methods."""
    scope = Scope(None, sys._getframe(1))
    cls.__tirx_definition__ = Definition(cls, cls.__name__, Source.of_class(cls), scope)
    return cls


def ir_module(cls):
    """A class whose functions make a module."""
    definition = Definition(cls, cls.__name__, Source.of_class(cls), Scope(None, sys._getframe(1)))
    return _elaborate(definition, "parse_module")


for _name, _decorator in {
    "function": function,
    "inline": inline,
    "jit": jit,
    "meta_class": meta_class,
}.items():
    _decorator.__tirx_name__ = _name
ir_module.__tirx_name__ = "I.ir_module"


def parse(text, name="<string>", **names):
    """The functions of a script as an IRModule. Keywords are Python values that it may mention."""
    protocol = Protocol()
    values = {key: to_native(value) for key, value in names.items()}
    try:
        return _native.call("parse_module", text, name, 1, values, protocol)
    except DiagnosticError as error:
        raise error from protocol.cause


def parse_file(path, **names):
    """The functions of a file as an IRModule; Python does not run the file."""
    with open(path, encoding="utf-8") as file:
        return parse(file.read(), str(path), **names)
