# SPDX-License-Identifier: Apache-2.0
"""Nothing is left untested by oversight: each diagnostic kind and pass is named by a test of its own.
Intrinsics: tests/intrinsics."""

import re
from pathlib import Path

TESTS = Path(__file__).resolve().parents[1]
SOURCE = TESTS.parent / "src"


def test_text(*folders):
    paths = [
        path
        for folder in folders
        for path in (TESTS / folder).rglob("*")
        if path.suffix in (".cc", ".py", ".h")
    ]
    own = Path(__file__).resolve()
    return "\n".join(path.read_text() for path in paths if path != own)


test_text.__test__ = False


ROW = r'^TIRX_DIAGNOSTIC\((\w+), \w+,\s*((?:"(?:[^"\\]|\\.)*"\s*)+)\)'


def messages():
    """Kind and message, of each row."""
    for path in sorted((SOURCE / "diag/kinds").glob("*.def")):
        for name, literals in re.findall(ROW, path.read_text(), re.MULTILINE):
            yield name, "".join(re.findall(r'"((?:[^"\\]|\\.)*)"', literals))


def is_provoked(name, message, text):
    """Named as an enumerator or in printed output, or the longest fixed part of its message is expected."""
    longest = max(re.split(r"\{\d\}", message), key=len)
    return re.search(rf"\b{name}\b", text) or (len(longest) >= 12 and longest.strip() in text)


def test_each_kind_is_provoked():
    text = re.sub(r'"\n\s*"', "", test_text("."))  # literals that go on in the next line
    known = dict(messages())
    assert len(known) > 100
    assert not [name for name, message in known.items() if not is_provoked(name, message, text)]


def test_each_pass_has_its_test():
    names = re.findall(r"\{\"([a-z-]+)\", \w+, \w+, [\w |]+,", (SOURCE / "pass/passes.cc").read_text())
    assert len(names) > 5
    missing = [name for name in names if not (TESTS / f"pass/{name.replace('-', '_')}_test.cc").exists()]
    text = test_text("pass")
    assert not [name for name in missing if f'"{name}"' not in text]
