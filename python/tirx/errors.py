# SPDX-License-Identifier: Apache-2.0
"""What tirx raises.

    Exception
      TirxError                       everything below
        DiagnosticError (ValueError)  a mistake in a script, an option or a file; `.diagnostics` lists it
          DiagnosticTypeError (TypeError)  among them, a value of another type in a backend configuration
        SourceError (OSError)         a decorated function whose source text is not at hand
        NoCompilerError (RuntimeError)  only the runtime is installed, and this needs the compiler
        InternalError (RuntimeError)  a bug of tirx; please report it with the input

Python's own exceptions are raised where Python code would raise them, too: TypeError for an argument of
another type (also from a compiled function), ValueError for one that does not fit, KeyError for a function
that is not there. What a kernel does wrong on the simulator is a RuntimeError that names the line of the
script.
"""

import json
from typing import NamedTuple


class Note(NamedTuple):
    """More about a finding: another place, or advice (then line is 0)."""

    message: str
    file: str = ""
    line: int = 0
    column: int = 0
    end_line: int = 0
    end_column: int = 0


class Fixit(NamedTuple):
    """An edit that puts a finding right: the text of the place becomes `replacement`."""

    replacement: str
    file: str = ""
    line: int = 0
    column: int = 0
    end_line: int = 0
    end_column: int = 0


class Diagnostic(NamedTuple):
    """One finding. Lines and columns count from 1, columns in bytes of UTF-8; the end is exclusive. Line 0:
    no place is known. docs/diagnostics.md has the same as JSON."""

    kind: str
    severity: str
    message: str
    file: str = ""
    line: int = 0
    column: int = 0
    end_line: int = 0
    end_column: int = 0
    notes: tuple = ()
    fixits: tuple = ()


class TirxError(Exception):
    """The base of what only tirx raises."""


class DiagnosticError(TirxError, ValueError):
    """A mistake of the user. The message is what the command line prints: place, rule, source line, caret."""

    def __init__(self, text, findings="[]"):
        super().__init__(text.rstrip("\n"))
        self._findings = findings

    @property
    def diagnostics(self):
        """Every finding, in order."""
        return [_diagnostic(found) for found in json.loads(self._findings)]

    def __reduce__(self):
        return (DiagnosticError, (str(self), self._findings))


class DiagnosticTypeError(DiagnosticError, TypeError):
    """The mistake is a value of another type than the one that is wanted."""

    def __reduce__(self):
        return (DiagnosticTypeError, (str(self), self._findings))


class SourceError(TirxError, OSError):
    """A function was decorated whose source text is not at hand: kernels are read as text."""


class NoCompilerError(TirxError, RuntimeError):
    """Only the runtime library is installed, and what was asked for needs the compiler."""


class InternalError(TirxError, RuntimeError):
    """A bug of tirx, or damaged bytes that a loader refuses; never a mistake in a script."""


# Kinds that are about the type of a value.
_ABOUT_TYPES = {"BadBackendConfigType"}


def diagnostic_error(text, findings):
    """The exception for what the native library found."""
    kinds = {found["kind"] for found in json.loads(findings)}
    return (DiagnosticTypeError if kinds and kinds <= _ABOUT_TYPES else DiagnosticError)(text, findings)


def _place(record, cls):
    return cls(**{name: record[name] for name in cls._fields if record.get(name) is not None})


def _diagnostic(record):
    notes = tuple(_place(note, Note) for note in record["notes"])
    fixits = tuple(_place(fixit, Fixit) for fixit in record["fixits"])
    return _place(record, Diagnostic)._replace(notes=notes, fixits=fixits)
