# SPDX-License-Identifier: Apache-2.0
"""Writes python/tirx/script/__init__.pyi from the registry's tables, for editors and type checkers;
`./run bless` runs it, tests/python/test_names.py says when it is due.

The stubs are checked in: editors read them where nothing was built, and a change of a row shows in the diff.
"""

import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
STUBS = ROOT / "python/tirx/script/__init__.pyi"

HEAD = '''# SPDX-License-Identifier: Apache-2.0
# Made by tools/make_stubs.py (`./run bless`) from the registry's tables; not edited by hand.
"""TIRx script: `from tirx import script as T`."""

import builtins
from collections.abc import Callable
from typing import Any, overload

from ..ir import IRModule
from ._decorator import Function as Function
from ._decorator import Inline as Inline
from ._names import Name as Name
from ._names import Namespace as Namespace
'''

DECORATORS = '''
@overload
def function(func: Callable[..., Any], /) -> Function: ...
@overload
def function(*, private: builtins.bool = False) -> Callable[[Callable[..., Any]], Function]:
    """A function of the program: `@T.function`; or `@T.function(private=True)`: only others call it."""

def inline(func: Callable[..., Any], /) -> Inline:
    """A function whose body is spliced in where it is called."""

def parse(text: str, name: str = "<string>", **names: Any) -> IRModule:
    """The functions of a script as an IRModule. Keywords are Python values that it may mention."""

def parse_file(path: Any, **names: Any) -> IRModule:
    """The functions of a file as an IRModule; Python does not run the file."""
'''


def docstring(text, indent):
    """The lines of a docstring; empty for no text."""
    if not text:
        return [f"{indent}..."]
    escaped = text.replace("\\", "\\\\").replace('"""', r"\"\"\"")
    first, *rest = escaped.split("\n")
    if not rest:
        return [f'{indent}"""{first}"""']
    return [f'{indent}"""{first}', *[f"{indent}{line}".rstrip() for line in rest], f'{indent}"""']


def parameter_list(name):
    """The parameters as a stub has them: every type is open, defaults are as they are."""
    import inspect

    kinds = inspect.Parameter
    parts, starred, optional = [], False, False
    parameters = list(name.__signature__.parameters.values())
    if any(p.kind is kinds.VAR_POSITIONAL for p in parameters):
        # Operands without names stand where they like: what has a default is given by keyword.
        parameters.sort(key=lambda p: (p.kind is kinds.VAR_KEYWORD, p.default is not kinds.empty))
    for p in parameters:
        if p.kind is kinds.KEYWORD_ONLY and not starred:
            parts.append("*")
            starred = True
        starred |= p.kind is kinds.VAR_POSITIONAL
        stars = {kinds.VAR_POSITIONAL: "*", kinds.VAR_KEYWORD: "**"}.get(p.kind, "")
        known = p.default is not kinds.empty and p.default is not ...
        optional |= p.default is not kinds.empty  # Python wants defaults for what follows one
        default = (
            f" = {repr(p.default) if known else '...'}" if optional and not stars and not starred else ""
        )
        if starred and p.default is not kinds.empty:
            default = f" = {repr(p.default) if known else '...'}"
        parts.append(f"{stars}{p.name}: Any{default}")
    return ", ".join(parts).replace("'", '"')


def function_lines(name, indent, static):
    lines = [f"{indent}@staticmethod"] if static else []
    lines.append(f"{indent}def {name.path.rpartition('.')[2]}({parameter_list(name)}) -> Any:")
    return lines + docstring(name._text, indent + "    ")


def lines_of(key, name, indent=""):
    """The stub of one name, and of what is below it."""
    import keyword

    if keyword.iskeyword(key):
        return []  # nobody can write it
    if hasattr(name, "members"):
        below = [line for k, n in sorted(name.members.items()) for line in lines_of(k, n, indent + "    ")]
        doc = docstring(f"The names of T.{name.path}.", indent + "    ")
        return [f"{indent}class {key}:", *doc, *below]
    if name._kind == "dtype":
        return [f"{indent}{key}: Any"]  # a class would refuse `x: T.float32 = 0.0`
    if name._kind == "decorator":
        return [] if not indent and key in ("function", "inline") else [f"{indent}{key}: Any"]
    return ["", *function_lines(name, indent, bool(indent))]


def stub_text():
    from tirx.script import _names

    text = HEAD + DECORATORS
    for key, name in sorted(_names().items()):
        text += "\n".join(lines_of(key, name)) + "\n"
    return text


def main():
    sys.path.insert(0, str(ROOT / "python"))
    text = stub_text()
    changed = not STUBS.exists() or STUBS.read_text(encoding="utf-8") != text
    if changed:
        STUBS.write_text(text, encoding="utf-8")
    print(f"{STUBS.relative_to(ROOT)}: {'changed' if changed else 'same'}")


if __name__ == "__main__":
    main()
