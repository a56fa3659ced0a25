# SPDX-License-Identifier: Apache-2.0
"""Rewrites the output blocks of the text tests below tests/ (`./run bless [FILTER]`); prints what changed.

An output that ends with a wrong exit status is never written: that is a failure, not an expectation.
"""

import sys
from pathlib import Path

import text_runner

TESTS = text_runner.ROOT / "tests"


def bless(path, programs=None):
    """Rewrites one file; returns "same", "changed", or why it was refused."""
    test = text_runner.parse(path)
    actual = text_runner.actual_output(test, programs)
    if "[exit status " in actual:
        return actual[actual.rindex("[exit status ") :]
    wanted = text_runner.with_output(test, actual)
    if wanted == path.read_text(encoding="utf-8"):
        return "same"
    path.write_text(wanted, encoding="utf-8")
    return "changed"


def text_tests(name_filter=""):
    for path in sorted(TESTS.rglob("*.py")):
        name = path.relative_to(TESTS).as_posix()
        if name_filter in name and not path.is_relative_to(TESTS / "text") and text_runner.has_commands(path):
            yield path


def main():
    name_filter = sys.argv[1] if len(sys.argv) > 1 else ""
    counts = {"same": 0, "changed": 0, "refused": 0}
    for path in text_tests(name_filter):
        outcome = bless(path)
        counts[outcome if outcome in counts else "refused"] += 1
        if outcome != "same":
            print(f"{path.relative_to(Path.cwd())}: {outcome}")
    print(f"{counts['changed']} changed, {counts['same']} unchanged, {counts['refused']} refused")
    return 1 if counts["refused"] else 0


if __name__ == "__main__":
    sys.exit(main())
