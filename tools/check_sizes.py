# SPDX-License-Identifier: Apache-2.0
"""Checks that no function exceeds 100 lines and no file 600, but for tools/size_exceptions.txt."""

import ast
import sys

from cpp_functions import functions_of
from source_files import ROOT, Finding, project_files, read_text, report

FUNCTION_LIMIT = 100
FILE_LIMIT = 600
SUFFIXES = {".cc", ".h", ".def", ".inc", ".py", ".sh"}


def read_exceptions(path=ROOT / "tools/size_exceptions.txt"):
    """Lines are `path: reason`; a reason is required."""
    exceptions = {}
    for line in path.read_text().splitlines():
        if line.strip() and not line.startswith("#"):
            name, _, reason = line.partition(":")
            if not reason.strip():
                sys.exit(f"{path}: `{name}` is listed without a reason")
            exceptions[name.strip()] = reason.strip()
    return exceptions


def python_functions(text):
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            yield node.name, node.lineno, node.end_lineno - node.lineno + 1


def function_sizes(path, text):
    """Name, first line and length of each function. A script that is wrong on purpose has none."""
    if path.suffix in {".cc", ".h"}:
        return [(found.name, found.first_line, found.lines()) for found in functions_of(text)]
    if path.suffix == ".py":
        try:
            return list(python_functions(text))
        except SyntaxError:
            return []
    return []


def check_file(path, text, exceptions):
    lines = text.count("\n")
    if lines > FILE_LIMIT and path.as_posix() not in exceptions:
        yield Finding(str(path), FILE_LIMIT + 1, f"{lines} lines", f"a file has at most {FILE_LIMIT}")
    for name, line, length in function_sizes(path, text):
        if length > FUNCTION_LIMIT:
            what = f"`{name}` has {length} lines"
            yield Finding(str(path), line, what, f"a function has at most {FUNCTION_LIMIT}")


def main():
    exceptions = read_exceptions()
    files = [path for path in project_files() if path.suffix in SUFFIXES]
    findings = [finding for path in files for finding in check_file(path, read_text(path), exceptions)]
    known = {path.as_posix() for path in files}
    findings += [
        Finding("tools/size_exceptions.txt", 1, f"`{name}` does not exist", "exceptions name real files")
        for name in exceptions
        if name not in known
    ]
    return report(findings)


if __name__ == "__main__":
    sys.exit(main())
