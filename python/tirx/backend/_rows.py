# SPDX-License-Identifier: Apache-2.0
"""The parts of what a backend registers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

ParamKind = Literal["value", "tensor", "element", "int", "bool", "str", "dtype", "values"]
AttrKind = Literal["str", "int", "bool", "json"]
FieldKind = Literal["dims", "int", "float", "bool", "choice", "handle"]


@dataclass(frozen=True)
class Param:
    """A parameter of an operation.

    kind: "value", an expression; "tensor" and "element", which get an address; "int", "bool", "str" and
    "dtype", which are known while compiling; "values", any number of expressions, last.
    types: the scalars that a value or an element may be; all where there are none.
    choices: the strings that a "str" may be.
    default: of those that are known while compiling; makes the parameter optional.
    """

    name: str
    kind: ParamKind = "value"
    types: Sequence[str] = ()
    choices: Sequence[str] = ()
    default: int | bool | str | None = None


@dataclass(frozen=True)
class Attr:
    """An attribute of targets of a kind; "json" is anything."""

    name: str
    kind: AttrKind = "str"
    doc: str = ""


@dataclass(frozen=True)
class Field:
    """A field of a record (`T.<namespace>.<Record>(field=...)`).

    kind: "dims" takes one to three extents; "choice" one of the names in `choices`.
    needs, excludes: fields that must, or must not, be given beside it.
    tag: of a launch record, the name under which the launcher gets the value; of kernel attributes, the
    attribute of the function.
    """

    name: str
    kind: FieldKind = "int"
    required: bool = False
    choices: Sequence[str] = ()
    default: str = ""
    min: int | None = None
    max: int | None = None
    needs: str = ""
    excludes: Sequence[str] = ()
    tag: str = ""
    doc: str = ""
