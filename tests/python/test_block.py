# SPDX-License-Identifier: Apache-2.0
"""Where a definition ends: as CPython's parser says, for all of some modules of the standard library."""

import argparse
import ast
import dataclasses
import inspect
import linecache
import textwrap
import typing

import pytest
from tirx.script._block import block_of

MODULES = [argparse, ast, dataclasses, inspect, textwrap, typing]

TEXT = '''
@decorated(
    "a)",  # (
)
def f(
    a,
):
    x = """
not indented: (
""" + \\
"b"
    y = [1,
2]  # a comment in the body

    # another

    return f"{x}" 'it\\'s'
# after
def g(): return 1
z = 2
'''


@pytest.mark.parametrize("module", MODULES, ids=lambda module: module.__name__)
def test_as_python_says(module):
    lines = linecache.getlines(module.__file__)
    count = 0
    for node in ast.walk(ast.parse("".join(lines))):
        if not isinstance(node, (ast.FunctionDef, ast.ClassDef)):
            continue
        first = min([node.lineno, *(d.lineno for d in node.decorator_list)]) - 1
        assert len(block_of(lines[first:])) == node.end_lineno - first, f"{node.name} at line {first + 1}"
        count += 1
    assert count > 5


def test_strings_brackets_and_comments():
    lines = TEXT.splitlines(keepends=True)[1:]
    assert block_of(lines)[-1] == "    return f\"{x}\" 'it\\'s'\n"
    g = lines.index("def g(): return 1\n")
    assert block_of(lines[g:]) == ["def g(): return 1\n"]
    assert block_of(["def h():\n", "    pass"]) == ["def h():\n", "    pass"]
