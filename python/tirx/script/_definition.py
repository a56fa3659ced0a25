# SPDX-License-Identifier: Apache-2.0
"""Python definitions that the front end reads from their source."""

import types

from .. import _native
from ._source import Scope, Source


class Definition:
    """The source of a function or class, with what its names mean. `holder` is what has it in Python: each
    program reads it once."""

    def __init__(self, holder, name, source, scope):
        self._key = id(holder)
        self.name = name
        self.source = source
        self.scope = scope

    def captured(self, to_native):
        """The values that the source mentions."""
        names = self.source.names - {self.name}
        return {name: to_native(value) for name, value in self.scope.find(names).items()}

    def native(self, to_native):
        """What the front end takes for the definition."""
        source = self.source
        return _native.function("definition")(
            self.name, source.text, source.file, source.line, self._key, lambda: self.captured(to_native)
        )


def of_plain_function(func):
    """The definition of an undecorated function; None when its source is not at hand."""
    if type(func) is not types.FunctionType or func.__name__ == "<lambda>":
        return None
    try:
        source = Source.of_function(func)
    except OSError:
        return None
    return Definition(func, func.__name__, source, Scope(func, None))
