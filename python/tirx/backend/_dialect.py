# SPDX-License-Identifier: Apache-2.0
"""Dialects of C as tables of Python: what src/codegen/c_dialect.h explains, under the same names."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from .. import _native

# The fields of each table's rows. The first is the key of a mapping, the second what a plain string means.
_TABLES = {
    "types": ("type", "name", "literal", "infinity", "nan", "needs"),
    "vectors": ("type", "name", "lanes", "make"),
    "scopes": ("scope", "declare", "pointer", "min_alignment", "declared"),
    "ops": ("op", "text", "types", "needs"),
    "casts": ("from", "text", "to", "needs"),
    "bit_casts": ("from", "text", "to", "needs"),
    "prelude": ("name", "text", "needs", "before_types"),
}
_TYPE_FIELDS = {"type", "types", "from", "to", "wide_types"}
_INT_FIELDS = {"lanes", "min_alignment"}
_TEXTS = (
    *("reserved", "kernel_prefix", "function_prefix", "helper_prefix", "restrict_word", "struct_literal"),
    *("alignas_needs", "align", "long_suffix", "unroll", "unroll_by", "no_unroll", "print_function"),
    *("trap", "trap_needs"),
)


def dialect_fields(dialect: Mapping[str, Any]) -> dict[str, Any]:
    """The dialect as the native side reads it. ValueError and TypeError for what it has not."""
    fields: dict[str, Any] = {}
    for key, value in dialect.items():
        if key in _TABLES:
            fields[key] = [_row(key, row) for row in _rows(key, value)]
        elif key in _TEXTS:
            fields[key] = _typed(f"`{key}`", value, str)
        elif key == "wide_types":
            fields[key] = _types(f"`{key}`", value)
        else:
            known = ", ".join([*_TABLES, *_TEXTS, "wide_types"])
            raise ValueError(f"a dialect has no {key!r}; it has {known}")
    return fields


def _rows(table: str, given: Any) -> Iterable[dict[str, Any]]:
    """Rows of {"float32": "float"}, {"float32": {"name": "float"}} or [{"type": "float32", ...}]; the value
    of a key may be a list, for several rows with this key."""
    first, second, *_ = _TABLES[table]
    if not isinstance(given, Mapping):
        yield from (dict(row) for row in given)
        return
    for key, values in given.items():
        for value in values if isinstance(values, list) else [values]:
            yield {first: key, second: value} if isinstance(value, str) else {first: key, **value}


def _row(table: str, row: dict[str, Any]) -> dict[str, Any]:
    known = _TABLES[table]
    for field, value in row.items():
        if field not in known:
            raise ValueError(f"a row of {table!r} has no {field!r}; it has {', '.join(known)}")
        row[field] = _field(f"`{field}` of {table!r}", field, value)
    return row


def _field(what: str, field: str, value: Any) -> Any:
    if field in _TYPE_FIELDS:
        return _types(what, value)
    if field in _INT_FIELDS:
        return _typed(what, value, int)
    return _typed(what, value, bool if field == "before_types" else str)


def _typed(what: str, value: Any, kind: type) -> Any:
    if not isinstance(value, kind):
        raise TypeError(f"{what} is of type {kind.__name__}, not {type(value).__name__}")
    return value


def _types(what: str, value: Any) -> list[str]:
    names = [value] if isinstance(value, str) else list(value)
    for name in names:
        if not isinstance(name, str) or not _native.function("is_dtype")(name):
            raise ValueError(f"{what}: {name!r} is not a data type")
    return names
