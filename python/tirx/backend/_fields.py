# SPDX-License-Identifier: Apache-2.0
"""What a registration is given, checked and in the form that the native side reads."""

from __future__ import annotations

import ctypes
import inspect
from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar, get_args

from .. import _native
from ..script._protocol import from_native
from ._callback import Refusal, expect
from ._rows import Attr, AttrKind, Field, FieldKind, Param, ParamKind

# OpRow::kMaxParams of src/ir/op.h.
_MAX_PARAMS = 8
# The types of defaults; operands that are expressions have none.
_DEFAULTS = {"int": int, "bool": bool, "str": str, "dtype": str}

F = TypeVar("F", bound=Callable[..., Any])

# What `returns` of an operation may be besides a dtype and a function.
_TYPE_RULES = ("first operand", "same types", "element", "dtype", "void", "handle")


def decorator(add: Callable[[F], F], function: F | None) -> Any:
    """`add` as a decorator, or applied to a function that was given at once."""
    if function is None:
        return add
    if not callable(function):
        raise TypeError(f"a function is wanted, not {type(function).__name__}")
    return add(function)


def text(what: str, value: object) -> str:
    return expect(f"`{what}`", value, str, "a string")


def integer(what: str, value: object) -> int:
    return expect(f"`{what}`", value, int, "an integer")


def launch_limits(limits: Mapping[str, int]) -> list[dict[str, Any]]:
    rows = [{"tag": text("launch_most", tag), "most": integer(tag, most)} for tag, most in limits.items()]
    for row in rows:
        if row["most"] < 1:
            raise ValueError(f"`launch_most` of {row['tag']!r} is {row['most']}; it must be positive")
    return rows


def among(what: str, value: str, known: Sequence[str]) -> str:
    if value not in known:
        raise ValueError(f"`{what}` is one of {', '.join(known)}, not {value!r}")
    return value


def is_dtype(name: object) -> bool:
    return isinstance(name, str) and bool(_native.function("is_dtype")(name))


def type_names(names: Sequence[str]) -> list[str]:
    for name in names:
        if not is_dtype(name):
            raise ValueError(f"{name!r} is not a data type")
    return list(names)


def return_rule(returns: str) -> str:
    if returns in _TYPE_RULES or is_dtype(returns):
        return returns
    raise ValueError(f"`returns` is a dtype, a function, or one of {', '.join(_TYPE_RULES)}, not {returns!r}")


def type_rule(returns: Callable[..., Any]) -> Callable[..., str]:
    """The function of operands and attributes, as the native side asks it."""

    def rule(arguments: Any, attrs: Mapping[str, Any]) -> str:
        made = str(returns(tuple(arguments), plain_attrs(attrs)))
        if not is_dtype(made):
            raise Refusal(f"it gave {made!r}, which is not a data type")
        return made

    return rule


def attr_row(attr: Attr | str) -> dict[str, Any]:
    if isinstance(attr, str):
        attr = Attr(attr)
    expect("an attribute", attr, Attr, "an Attr or a string")
    return {
        "name": text("name", attr.name),
        "kind": among("kind", attr.kind, get_args(AttrKind)),
        "doc": attr.doc,
    }


def param_rows(params: Sequence[Param | str]) -> list[dict[str, Any]]:
    if len(params) > _MAX_PARAMS:
        raise ValueError(f"an operation has at most {_MAX_PARAMS} parameters, not {len(params)}")
    return [_param_row(Param(param) if isinstance(param, str) else param) for param in params]


def _param_row(param: Param) -> dict[str, Any]:
    expect("a parameter", param, Param, "a Param or a string")
    wanted = _DEFAULTS.get(param.kind)
    if param.default is not None and (wanted is None or type(param.default) is not wanted):
        raise TypeError(f"a parameter of kind {param.kind!r} has no default like {param.default!r}")
    return {
        "name": text("name", param.name),
        "kind": among("kind", param.kind, get_args(ParamKind)),
        "types": type_names(param.types),
        "choices": "|".join(param.choices),
        "default": "" if param.default is None else str(param.default),
    }


def field_row(field: Field) -> dict[str, Any]:
    expect("a field", field, Field, "a Field")
    among("kind", field.kind, get_args(FieldKind))
    row = {key: value for key, value in vars(field).items() if value is not None}
    return {**row, "choices": "|".join(field.choices), "excludes": "|".join(field.excludes)}


def plain_attrs(attrs: Mapping[str, Any]) -> dict[str, Any]:
    """Attributes in Python's own types: what JSON has."""
    plain = {str(key): from_native(value) for key, value in attrs.items()}
    return {key: list(value) if isinstance(value, tuple) else value for key, value in plain.items()}


def address_of(function: Any) -> int:
    """Of a C function, as ctypes has it."""
    address = ctypes.cast(function, ctypes.c_void_p).value
    if not address:
        raise ValueError("`sim` is a null pointer")
    return address


def params_text(function: Callable[..., Any]) -> str:
    """The signature as forms of the language spell it: "value, *, factor="."""
    parts, keyword_only = [], False
    for parameter in inspect.signature(function).parameters.values():
        if parameter.kind is parameter.KEYWORD_ONLY and not keyword_only:
            parts.append("*")
        keyword_only |= parameter.kind in (parameter.KEYWORD_ONLY, parameter.VAR_POSITIONAL)
        stars = "*" if parameter.kind is parameter.VAR_POSITIONAL else ""
        stars = "**" if parameter.kind is parameter.VAR_KEYWORD else stars
        parts.append(stars + parameter.name + ("=" if parameter.default is not parameter.empty else ""))
    return ", ".join(parts)
