# SPDX-License-Identifier: Apache-2.0
"""The source text of functions and classes, and the Python values that it mentions."""

import inspect
import linecache
import re

from ._block import block_of

_IDENTIFIER = re.compile(r"[^\W\d]\w*")


class Source:
    """The lines of one definition: `text` is dedented, `line` is the number of its first line in `file`."""

    def __init__(self, file, line, lines):
        self.file = file
        self.line = line
        # Only the definition's own indentation: text inside strings may stand further left.
        indent = lines[0][: len(lines[0]) - len(lines[0].lstrip())]
        self.text = "".join(line.removeprefix(indent) for line in lines)
        self.names = set(_IDENTIFIER.findall(self.text))

    @staticmethod
    def of_function(func):
        """From the first decorator to the end of the body."""
        code = func.__code__
        lines = linecache.getlines(code.co_filename, func.__globals__)
        if not lines:
            raise OSError(f"the source of {func.__qualname__} is not at hand: it must stand in a file")
        first = code.co_firstlineno - 1
        return Source(code.co_filename, first + 1, block_of(lines[first:]))

    @staticmethod
    def of_class(definition):
        """From the first decorator to the end of the body."""
        lines, first = inspect.getsourcelines(definition)
        return Source(inspect.getsourcefile(definition), max(first, 1), lines)


def joined(sources):
    """One text of definitions of one file, each on its own lines; with the number of the first line."""
    ordered = sorted(sources, key=lambda source: source.line)
    first = ordered[0].line
    lines = []
    for source in ordered:
        lines += [""] * (source.line - first - len(lines))
        lines += source.text.splitlines()
    return "\n".join(lines) + "\n", first


def visible(func, frame):
    """What the names of a function's source mean in Python: its closure, then the scope of its definition."""
    scope = dict(frame.f_globals if frame else {})
    if func is not None:
        scope = dict(func.__globals__)
    if frame:
        scope.update(frame.f_locals)
    for name, cell in zip(func.__code__.co_freevars, func.__closure__ or (), strict=True) if func else ():
        try:
            scope[name] = cell.cell_contents
        except ValueError:  # not assigned yet: the function itself, or what stands below
            scope.pop(name, None)
    return scope
