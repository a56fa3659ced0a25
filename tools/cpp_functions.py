# SPDX-License-Identifier: Apache-2.0
"""Finds the functions of a C++ file and their extent by matching braces, without a compiler.

It relies on clang-formatted code: a body opens with `{` after a parameter list, macros hide no braces.
"""

import re
from dataclasses import dataclass

NOISE = re.compile(
    r"""
    //[^\n]*
    | /\*.*?\*/
    | R"(?P<tag>[^(\s]*)\(.*?\)(?P=tag)"
    | "(?:\\.|[^"\\\n])*"
    | '(?:\\.|[^'\\\n])+'
    """,
    re.VERBOSE | re.DOTALL,
)
DIRECTIVE = re.compile(r"^[ \t]*#(?:[^\n\\]|\\\n|\\[^\n])*", re.MULTILINE)
SCOPE = re.compile(
    r"\s*(?:(?:inline\s+)?namespace\b|extern\s*\"|(?:template\s*<.*>\s*)?(?:class|struct|union|enum)\b)",
    re.DOTALL,
)
NAME = re.compile(r"([~\w:]+|operator\s*\S+?)\s*\(")


@dataclass(frozen=True)
class Function:
    name: str
    first_line: int
    last_line: int

    def lines(self):
        return self.last_line - self.first_line + 1


def blank(match):
    """Keeps the line structure of what is taken out; `'` also separates digits, which is no literal."""
    text = match.group()
    return "".join("\n" if char == "\n" else " " for char in text)


def without_comments(text):
    """The text with its comments blanked and its literals kept; lines keep their numbers."""
    return NOISE.sub(lambda match: blank(match) if match.group().startswith("/") else match.group(), text)


def code_only(text):
    text = re.sub(r"(?<=[0-9a-fA-F])'(?=[0-9a-fA-F])", " ", text)
    return DIRECTIVE.sub(blank, NOISE.sub(blank, text))


def has_assignment(header):
    """True for `T x[] = {` and its like: an initialiser, not a body."""
    depth = 0
    for at, char in enumerate(header):
        depth += (char in "([<") - (char in ")]>")
        plain = (
            char == "=" and header[at + 1 : at + 2] != "=" and header[at - 1 : at] not in ("=", "!", "<", ">")
        )
        if plain and depth <= 0 and "operator" not in header[:at].rsplit(" ", 1)[-1]:
            return True
    return False


def opens_function(header):
    return "(" in header and not SCOPE.match(header) and not has_assignment(header)


def function_name(header):
    match = NAME.search(header)
    return match.group(1) if match else header.strip()[:40]


class Scanner:
    """Walks the braces of one file; `header` is the text since the last statement or block ended."""

    def __init__(self):
        self.functions = []
        self.header = ""
        self.header_line = 0
        self.parens = 0
        self.skipped = 0  # depth inside a function or an initialiser, whose inner braces do not matter
        self.open = None  # (name, first line) of the function that we are in
        self.closed = None  # the function that just closed: a constructor's `a_{1}` before its body

    def enter(self):
        if opens_function(self.header):
            self.open = (function_name(self.header), self.header_line)
        elif self.closed and self.is_initialiser_list():
            self.open = self.closed
            self.functions.pop()
        elif SCOPE.match(self.header):
            self.clear()
            return
        self.skipped = 1

    def is_initialiser_list(self):
        rest = self.header.strip()
        return rest == "" or rest.startswith(",")

    def leave(self, line):
        if self.open:
            self.functions.append(Function(*self.open, line))
        self.closed, self.open = self.open, None
        self.clear()

    def clear(self):
        self.header, self.header_line = "", 0

    def feed(self, char, line):
        if self.skipped:
            self.skipped += (char == "{") - (char == "}")
            if not self.skipped:
                self.leave(line)
            return
        self.parens += (char == "(") - (char == ")")
        if char == "{" and self.parens == 0:
            self.enter()
        elif char in "};" and self.parens == 0:
            self.closed = None
            self.clear()
        else:
            if not self.header.strip() and not char.isspace():
                self.header_line = line
            self.header += char


def functions_of(text):
    scanner, line = Scanner(), 1
    for char in code_only(text):
        scanner.feed(char, line)
        line += char == "\n"
    return scanner.functions
