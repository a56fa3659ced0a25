# SPDX-License-Identifier: Apache-2.0
"""The project's files as the checks see them, and how checks report: `file:line: what (rule)`."""

import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
CPP_SUFFIXES = {".cc", ".h", ".def", ".inc"}


@dataclass(frozen=True)
class Finding:
    path: str
    line: int
    what: str
    rule: str

    def __str__(self):
        return f"{self.path}:{self.line}: {self.what} ({self.rule})"


def project_files(root=ROOT):
    """Tracked files and new ones that git does not ignore, as sorted paths relative to the root."""
    listing = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard", "-z"],
        cwd=root,
        capture_output=True,
        check=True,
    )
    names = {name for name in listing.stdout.decode().split("\0") if name}
    return [Path(name) for name in sorted(names) if (root / name).is_file()]


def read_text(path, root=ROOT):
    return (root / path).read_text(encoding="utf-8")


def report(findings):
    """Prints the findings; the exit status of a check."""
    for finding in findings:
        print(finding, file=sys.stderr)
    return 1 if findings else 0
