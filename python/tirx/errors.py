# SPDX-License-Identifier: Apache-2.0
"""What is raised when a script, an option or a file is wrong."""

import json
from typing import NamedTuple


class Diagnostic(NamedTuple):
    """One finding. Lines and columns count from 1; line 0: no place is known."""

    kind: str
    severity: str
    message: str
    file: str
    line: int
    column: int


class DiagnosticError(ValueError):
    """A mistake of the user. The message is what the command line prints: place, rule, source line, caret."""

    def __init__(self, text, findings="[]"):
        super().__init__(text.rstrip("\n"))
        self._findings = findings

    @property
    def diagnostics(self):
        """Every finding, in order."""
        return [
            Diagnostic(*(d.get(key) or default for key, default in _DEFAULTS.items()))
            for d in json.loads(self._findings)
        ]


_DEFAULTS = {"kind": "", "severity": "", "message": "", "file": "", "line": 0, "column": 0}
