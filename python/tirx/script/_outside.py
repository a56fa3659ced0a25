# SPDX-License-Identifier: Apache-2.0
"""Names of the language where Python itself calls them, outside of any kernel: `X = T.Tensor((4,), "int8")`,
`LAUNCH = T.gpu.LaunchConfig(grid=8, block=128)`, `T.ceildiv(n, 128)`. They mean what they mean at the file
level of a script: the front end evaluates them."""

import itertools
import linecache
import sys

import tvm_ffi

from .. import _native
from ..errors import DiagnosticError
from ._protocol import Protocol, from_native, to_native


class Call:
    """A call of the language that was written down; the kernel that mentions it evaluates it."""

    def __init__(self, callee, args, kwargs=None, subscript=False, where=None):
        self._parts = (callee, args, kwargs or {}, subscript)
        self._where = where

    def __tirx_native__(self, to_native):
        callee, args, kwargs, subscript = self._parts
        return _native.function("language_call")(
            to_native(callee),
            [to_native(value) for value in args],
            {name: to_native(value) for name, value in kwargs.items()},
            subscript,
            place_of(self._where),
        )

    def __repr__(self):
        callee, args, kwargs, subscript = self._parts
        inside = ", ".join([*map(repr, args), *(f"{name}={value!r}" for name, value in kwargs.items())])
        return f"{callee!r}[{inside}]" if subscript else f"{callee!r}({inside})"

    def __reduce__(self):
        return (Call, self._parts)


@_native.register_object("tirx.script.LanguageValue")
class Value(tvm_ffi.Object):
    """What a call of the language made: a launch configuration, for example. It never changes."""

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        try:
            return from_native(_native.call("evaluate_attribute", self, name, place_of(where(2))))
        except DiagnosticError as error:
            raise AttributeError(str(error), name=name, obj=self) from None

    def __call__(self, *args, **kwargs):
        return evaluated(Call(self, args, kwargs, where=where(2)))

    def __repr__(self):
        return str(_native.function("value_text")(self))


def evaluated(call):
    """What the call gives: a Python value, IR, or a Value."""
    protocol = Protocol()
    try:
        return from_native(_native.call("evaluate_call", to_native(call), protocol))
    except DiagnosticError as error:
        raise error from protocol.cause


def where(depth):
    """The place of the caller `depth` frames up; finding its text is left for when somebody asks."""
    frame = sys._getframe(depth)
    return (frame.f_code, frame.f_lasti)


def place_of(where):
    """The Span of a place; None where there is none."""
    if where is None:
        return None
    code, instruction = where
    positions = code.co_positions() if hasattr(code, "co_positions") else ()  # since Python 3.11
    line, end_line, column, end_column = next(
        itertools.islice(positions, instruction // 2, None), (code.co_firstlineno, None, None, None)
    )
    if line is None or column is None:
        line, end_line, column, end_column = code.co_firstlineno, code.co_firstlineno, 0, 1
    text = "".join(linecache.getline(code.co_filename, number) for number in range(line, end_line + 1))
    return _native.function("place")(code.co_filename, text, line, column + 1, end_line, end_column + 1)
