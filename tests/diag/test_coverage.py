# SPDX-License-Identifier: Apache-2.0
"""Nothing is left untested by oversight: each diagnostic kind and pass is named by a test of its own, or
stands in exempt.txt with the reason. Intrinsics: tests/intrinsics."""

import re
from pathlib import Path

TESTS = Path(__file__).resolve().parents[1]
SOURCE = TESTS.parent / "src"


def exemptions():
    """Name to reason, from lines `Name: reason`."""
    lines = (TESTS / "diag/exempt.txt").read_text().splitlines()
    return dict(line.split(": ", 1) for line in lines if line and not line.startswith("#"))


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


def kinds():
    for path in sorted((SOURCE / "diag/kinds").glob("*.def")):
        yield from re.findall(r"^TIRX_DIAGNOSTIC\((\w+),", path.read_text(), re.MULTILINE)


def untested(names, text, spelling):
    exempt = exemptions()
    return [name for name in names if not re.search(spelling(name), text) and name not in exempt]


def test_each_kind_is_provoked():
    # As an enumerator in a C++ test, or as the tool prints it.
    text = test_text(".")
    assert not untested(kinds(), text, lambda name: rf"\b{name}\b")


def test_each_pass_has_its_test():
    names = re.findall(r"\{\"([a-z-]+)\", \w+, (?:true|false),", (SOURCE / "pass/passes.cc").read_text())
    assert len(names) > 5
    missing = [name for name in names if not (TESTS / f"pass/{name.replace('-', '_')}_test.cc").exists()]
    text = test_text("pass")
    assert not [name for name in missing if f'"{name}"' not in text]


def test_exemptions_are_still_needed():
    assert set(exemptions()) <= set(kinds())
