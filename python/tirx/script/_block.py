# SPDX-License-Identifier: Apache-2.0
"""Where a definition ends, without a tokenizer of Python: `inspect.getblock` takes milliseconds for fifty
lines, which every decorated function would pay when its module is imported."""

import re

# What decides where lines begin and statements end; the text between is skipped.
_TOKEN = re.compile(
    r'''(?P<string>"""(?:[^"\\]|\\.|"(?!""))*""" | \'\'\'(?:[^'\\]|\\.|'(?!\'\'))*\'\'\'
        | "(?:[^"\\\n]|\\.)*" | '(?:[^'\\\n]|\\.)*')
      | (?P<comment>\#[^\n]*)
      | (?P<open>[(\[{]) | (?P<close>[)\]}])
      | (?P<joined>\\\n)
      | \n(?P<indent>[ \t\f]*)(?=[^\s\#])''',
    re.VERBOSE | re.DOTALL,
)
_DEFINITION = re.compile(r"(async\s+def|def|class)\b")


def block_of(lines):
    """The lines of the definition that `lines` begin with, decorators included, comments after it not."""
    text = "\n" + "".join(lines)
    depth, own, end = 0, None, len(text)
    for token in _TOKEN.finditer(text):
        kind = token.lastgroup
        if kind == "open":
            depth += 1
        elif kind == "close":
            depth -= 1
        elif kind == "indent" and depth == 0:
            indent = len(token["indent"].expandtabs())
            if own is not None and indent <= own:
                end = token.start()
                break
            if own is None and _DEFINITION.match(text, token.end()):
                own = indent
    taken = lines[: text.count("\n", 0, end) if end < len(text) else len(lines)]
    while taken and (not taken[-1].strip() or taken[-1].lstrip().startswith("#")):
        taken.pop()
    return taken
