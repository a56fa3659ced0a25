# SPDX-License-Identifier: Apache-2.0
"""The source text of functions and classes, and the Python values that it mentions."""

import contextlib
import inspect
import linecache
import re

from ..errors import SourceError
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
            raise SourceError(
                f"the source of {func.__qualname__} is not at hand, and kernels are read as text: it was "
                "typed at a prompt or run by exec(); it must stand in a file or a notebook cell, or go to "
                "tirx.parse(text)"
            )
        first = code.co_firstlineno - 1
        return Source(code.co_filename, first + 1, block_of(lines[first:]))

    @staticmethod
    def of_class(definition):
        """From the first decorator to the end of the body."""
        lines, first = inspect.getsourcelines(definition)
        return Source(inspect.getsourcefile(definition), max(first, 1), lines)


class Scope:
    """What the names of a source mean in Python: its closure, then the locals around its definition as they
    were there, then the globals as they are when the source is read."""

    def __init__(self, func, frame):
        self._globals = func.__globals__ if func is not None else frame.f_globals
        at_module_level = frame is None or frame.f_locals is frame.f_globals
        self._locals = {} if at_module_level else dict(frame.f_locals)
        self._cells = {}
        if func is not None:
            self._cells = dict(zip(func.__code__.co_freevars, func.__closure__ or (), strict=True))

    def find(self, names):
        """The values of those of the names that have one, by name."""
        found = {}
        for name in names:
            if name in self._cells:
                # Not assigned yet: the function itself, or what stands below.
                with contextlib.suppress(ValueError):
                    found[name] = self._cells[name].cell_contents
            elif name in self._locals:
                found[name] = self._locals[name]
            elif name in self._globals:
                found[name] = self._globals[name]
        return found
