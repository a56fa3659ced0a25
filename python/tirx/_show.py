# SPDX-License-Identifier: Apache-2.0
"""Script for people: with colours on terminals; signatures."""

import os
import sys

_RESET = "\033[0m"
_KEYWORD, _STRING, _NUMBER, _COMMENT, _DECORATOR = "\033[35m", "\033[32m", "\033[36m", "\033[90m", "\033[33m"


def wants_color(stream):
    """A terminal, and nobody refused colours (https://no-color.org)."""
    refused = os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb"
    return not refused and hasattr(stream, "isatty") and stream.isatty()


def colored(text):
    """The text with escape sequences around keywords, strings, numbers, comments and decorators."""
    import io  # only for people who look: `import tirx` stays light
    import keyword
    import tokenize

    colors = {tokenize.STRING: _STRING, tokenize.NUMBER: _NUMBER, tokenize.COMMENT: _COMMENT}
    lines = text.splitlines(keepends=True)
    marks = []  # (line, start, end, color)
    decorated = 0
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        line, start = token.start
        if token.type == tokenize.OP and token.string == "@" and not lines[line - 1][:start].strip():
            decorated = line
        color = colors.get(token.type)
        if decorated == line and token.type in (tokenize.OP, tokenize.NAME) and token.string != "(":
            color = _DECORATOR
        elif token.type == tokenize.NAME and keyword.iskeyword(token.string):
            color = _KEYWORD
        if token.string == "(":
            decorated = 0
        if color and token.end[0] == line:
            marks.append((line, start, token.end[1], color))
    for line, start, end, color in reversed(marks):
        at = lines[line - 1]
        lines[line - 1] = f"{at[:start]}{color}{at[start:end]}{_RESET}{at[end:]}"
    return "".join(lines)


class _Annotation(str):
    """A type as a script spells it; signatures show it without quotes."""

    def __repr__(self):
        return str(self)


def signature_of(text, name):
    """The `inspect.Signature` of a function in printed script."""
    import ast
    import inspect

    (found,) = [
        node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.FunctionDef) and node.name == name
    ]

    def spelt(node):
        return inspect.Signature.empty if node is None else _Annotation(ast.get_source_segment(text, node))

    kind = inspect.Parameter.POSITIONAL_OR_KEYWORD
    parameters = [
        inspect.Parameter(arg.arg, kind, annotation=spelt(arg.annotation)) for arg in found.args.args
    ]
    return inspect.Signature(parameters, return_annotation=spelt(found.returns))


def show(text, color=None):
    """Prints a script; with colours where they are wanted, or as `color` says."""
    stream = sys.stdout
    stream.write(colored(text) if (wants_color(stream) if color is None else color) else text)
