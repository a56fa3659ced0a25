# SPDX-License-Identifier: Apache-2.0
"""The header check: licence first, purpose second, names that say something."""

from pathlib import Path

import check_headers
import pytest

LICENCE = "// SPDX-License-Identifier: Apache-2.0\n"


def findings(text, path="src/a.cc"):
    return [finding.what for finding in check_headers.check_opening(Path(path), text)]


@pytest.mark.parametrize(
    "text, expected",
    [
        (LICENCE + "// What this is.\n", []),
        ("// What this is.\n", ["no licence line"]),
        ("", ["no licence line"]),
        (LICENCE, ["no purpose line"]),
        (LICENCE + "#pragma once\n", ["no purpose line"]),
        (LICENCE + "#include <a>\n", ["no purpose line"]),
    ],
)
def test_openings(text, expected):
    assert findings(text) == expected


def test_a_script_may_open_with_its_interpreter():
    assert findings("#!/bin/sh\n#" + LICENCE[2:] + "# What this is.\n", "tools/a.sh") == []


def test_an_implementation_is_explained_by_its_header(tmp_path, monkeypatch):
    monkeypatch.setattr(check_headers, "ROOT", tmp_path)
    (tmp_path / "span.h").write_text("")
    assert findings(LICENCE + '#include "span.h"\n', "span.cc") == []
    assert findings(LICENCE + '#include "span.h"\n', "node.cc") == ["no purpose line"]


@pytest.mark.parametrize("path", ["src/ir/utils.h", "src/misc/a.cc", "tools/common.py"])
def test_names_without_a_noun(path):
    assert len(list(check_headers.check_name(Path(path)))) == 1


def test_names_with_a_noun():
    assert list(check_headers.check_name(Path("src/tile/region_math.h"))) == []
