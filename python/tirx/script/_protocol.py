# SPDX-License-Identifier: Apache-2.0
"""Python objects inside the front end: conversion both ways, and what the front end may ask of them."""

import enum
import operator
import types

import tvm_ffi
from tvm_ffi import core

from .. import _native
from ._definition import of_plain_function
from ._source import Scope

_MODULES = {"tirx": ":tirx", "tirx.script": "", "tirx.script.ir": ":tirx.script.ir", "math": ":math"}
_INT64 = range(-(2**63), 2**63)


def to_native(value):
    """A value for the front end: simple ones by value, IR as it is, everything else as an opaque object."""
    kind = type(value)
    if value is None or kind in (bool, float, str, bytes) or (kind is int and value in _INT64):
        return value
    if kind is list:
        return tvm_ffi.List([to_native(item) for item in value])
    if kind is tuple:
        return tvm_ffi.Array([to_native(item) for item in value])
    if kind is dict and all(type(key) in (str, int, bool) for key in value):
        return tvm_ffi.Map({key: to_native(item) for key, item in value.items()})
    if isinstance(value, tvm_ffi.dtype):
        return value
    native = getattr(kind, "__tirx_native__", None)
    if native is not None:
        return native(value, to_native)
    if kind is types.ModuleType and value.__name__ in _MODULES:
        return _native.function("language_name")(_MODULES[value.__name__])
    if kind is type and "__tirx_definition__" in vars(value):
        return value.__tirx_definition__.native(to_native)
    if kind is types.FunctionType:
        return _function_to_native(value)
    if "__tirx_definition__" in vars(kind):  # an object of a meta class
        fields = getattr(value, "__dict__", {})
        return _native.function("captured_instance")(
            kind.__tirx_definition__.native(to_native),
            id(value),
            lambda: {name: to_native(field) for name, field in fields.items()},
        )
    if isinstance(value, tvm_ffi.Object) and not isinstance(value, tvm_ffi.Function):
        return value
    return core._convert_to_opaque_object(value)


def _function_to_native(func):
    """Decorators of the language by name, functions that mention it as source, others as they are."""
    name = getattr(func, "__tirx_name__", None)
    if name is not None:
        return _native.function("language_name")(name)
    definition = of_plain_function(func) if _mentions_the_language(func) else None
    return definition.native(to_native) if definition else core._convert_to_opaque_object(func)


def _mentions_the_language(func):
    names = {*func.__code__.co_names, *func.__code__.co_freevars}
    values = Scope(func, None).find(names).values()
    return any(
        hasattr(type(value), "__tirx_native__")
        or (type(value) is types.ModuleType and value.__name__ == "tirx.script")
        or (isinstance(value, type) and "__tirx_definition__" in vars(value))
        for value in values
    )


def _define(func):
    definition = of_plain_function(func)
    return definition and definition.native(to_native)


def from_native(value):
    """The reverse, for operands: containers become Python's own."""
    if isinstance(value, core.OpaquePyObject):
        return value.pyobject()
    if isinstance(value, tvm_ffi.Array):
        return tuple(from_native(item) for item in value)
    if isinstance(value, tvm_ffi.List):
        return [from_native(item) for item in value]
    if isinstance(value, (tvm_ffi.Map, tvm_ffi.Dict)):
        return {from_native(key): from_native(item) for key, item in value.items()}
    return str(value) if type(value) is not str and isinstance(value, str) else value


def _simple(value):
    """Simple values in disguise: NumPy scalars, enumerations, dtype objects; others as they are."""
    if isinstance(value, enum.Enum):
        return value.value
    if isinstance(value, (bool, int, float, str, tuple, list, dict)):
        for base in (bool, int, float, str, tuple, list, dict):
            if isinstance(value, base):
                return base(value)
    if isinstance(value, type):  # numpy.float32, ml_dtypes.bfloat16
        is_scalar = value.__module__.partition(".")[0] in ("numpy", "ml_dtypes")
        return tvm_ffi.dtype(value.__name__.rstrip("_")) if is_scalar else value
    module = type(value).__module__.partition(".")[0]
    if module == "ml_dtypes":
        return float(value)
    if module == "numpy" and hasattr(value, "item") and getattr(value, "shape", None) == ():
        return value.item()
    if module in ("numpy", "torch") and "dtype" in type(value).__name__.lower():
        return tvm_ffi.dtype(str(value).removeprefix("torch."))
    return value


def canonical(value):
    """A compile-time argument in Python's own types: NumPy's numbers, enumerations, dtypes are converted."""
    if isinstance(value, tuple):
        return tuple(canonical(item) for item in value)
    return _simple(value)


_COMPARE = {
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
    "==": operator.eq,
    "!=": operator.ne,
    "in": lambda a, b: a in b,
    "not in": lambda a, b: a not in b,
    "is": operator.is_,
    "is not": operator.is_not,
}
_BINARY = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "/": operator.truediv,
    "//": operator.floordiv,
    "%": operator.mod,
    "**": operator.pow,
    "<<": operator.lshift,
    ">>": operator.rshift,
    "&": operator.and_,
    "|": operator.or_,
    "^": operator.xor,
    "@": operator.matmul,
}
_UNARY = {"-": operator.neg, "+": operator.pos, "~": operator.invert, "not": operator.not_}

# One function for each of ForeignProtocol::Operation (src/script/foreign.h).
_OPERATIONS = {
    "call": lambda callee, *args, **keywords: callee(*args, **keywords),
    "getattr": getattr,
    "getitem": operator.getitem,
    "iterate": tuple,
    "length": len,
    "truth": bool,
    "compare": lambda symbol, a, b: _COMPARE[symbol](a, b),
    "binary": lambda symbol, a, b: _BINARY[symbol](a, b),
    "unary": lambda symbol, a: _UNARY[symbol.strip()](a),
    "enter": lambda value: value.__enter__(),
    "exit": lambda value: value.__exit__(None, None, None),
    "describe": lambda value: f"the Python {type(value).__name__}",
    "define": _define,
    "convert": _simple,
}


class Protocol:
    """Answers the front end; remembers the last exception, so that the error can name it as its cause."""

    def __init__(self):
        self.cause = None

    def __call__(self, operation, operands, keywords):
        try:
            arguments = [from_native(operand) for operand in operands]
            by_name = {str(name): from_native(value) for name, value in keywords.items()}
            return (True, to_native(_OPERATIONS[str(operation)](*arguments, **by_name)))
        except Exception as error:  # any code of the user's
            self.cause = error
            return (False, f"`{type(error).__name__}: {error}`")
