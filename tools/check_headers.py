# SPDX-License-Identifier: Apache-2.0
"""Checks that source files open with their licence and say what they are, and that names carry a noun."""

import sys

from source_files import CPP_SUFFIXES, ROOT, Finding, project_files, read_text, report

LICENCE = "SPDX-License-Identifier: Apache-2.0"
SUFFIXES = CPP_SUFFIXES | {".py", ".sh", ".cmake"}
NAMES = {"CMakeLists.txt", "run", "requirements.txt", "requirements-cuda.txt"}
# A name must carry a noun: `tile/region_math.h`, not `tile/utils.h`.
EMPTY_NAMES = {"util", "utils", "helper", "helpers", "misc", "common"}
CPP_COMMENT, SCRIPT_COMMENTS = ("//",), ("#", '"""')


def speaks_for_itself(path):
    """True for a file whose header beside it says what it is, and for a test, whose path says it."""
    return path.suffix == ".cc" and (
        path.name.endswith("_test.cc") or (ROOT / path).with_suffix(".h").exists()
    )


def check_opening(path, text):
    lines = text.splitlines()
    first = 1 if lines and lines[0].startswith("#!") else 0
    if len(lines) <= first or LICENCE not in lines[first]:
        yield Finding(str(path), first + 1, "no licence line", f"files open with `{LICENCE}`")
        return
    if speaks_for_itself(path):
        return
    openers = CPP_COMMENT if path.suffix in CPP_SUFFIXES else SCRIPT_COMMENTS
    purpose = lines[first + 1] if len(lines) > first + 1 else ""
    if not purpose.startswith(openers) or len(purpose.strip('/#" ')) < 3:
        yield Finding(str(path), first + 2, "no purpose line", "the second line says what the file is")


def check_name(path):
    for part in (*path.parts[:-1], path.name.split(".")[0]):
        if part in EMPTY_NAMES:
            yield Finding(str(path), 1, f"`{part}` says nothing about the content", "a name carries a noun")


def main():
    findings = []
    for path in project_files():
        if path.suffix not in SUFFIXES and path.name not in NAMES:
            continue
        findings += check_name(path)
        findings += check_opening(path, read_text(path))
    return report(findings)


if __name__ == "__main__":
    sys.exit(main())
