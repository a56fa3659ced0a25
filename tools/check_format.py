# SPDX-License-Identifier: Apache-2.0
"""Checks C++ formatting with clang-format 14, which .clang-format is written for (--fix: formats)."""

import shutil
import subprocess
import sys

from source_files import ROOT, Finding, project_files, report


def find_formatter():
    formatter = shutil.which("clang-format-14") or shutil.which("clang-format")
    if not formatter:
        sys.exit("clang-format is missing")
    version = subprocess.run([formatter, "--version"], capture_output=True, text=True, check=True).stdout
    if "version 14." not in version:
        sys.exit(f"clang-format 14 is needed, since versions format differently; found {version.strip()}")
    return formatter


def first_findings(errors):
    """One finding a file: its first line that would change."""
    lines = {}
    for text in errors.splitlines():
        path, _, rest = text.partition(":")
        line, _, message = rest.partition(":")
        if line.isdigit() and "clang-format" in message:
            lines.setdefault(path, int(line))
    return [Finding(path, line, "not formatted", "./run lint --fix") for path, line in lines.items()]


def main():
    files = [str(path) for path in project_files() if path.suffix in {".cc", ".h"}]
    mode = ["-i"] if "--fix" in sys.argv else ["--dry-run", "-Werror"]
    command = [find_formatter(), *mode, *files]
    result = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False) if files else None
    findings = first_findings(result.stderr) if result else []
    if result and result.returncode and not findings:
        sys.exit(result.stderr)
    return report(findings)


if __name__ == "__main__":
    sys.exit(main())
