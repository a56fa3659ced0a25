# SPDX-License-Identifier: Apache-2.0
"""The planted faults as a whole: how many there are, and that reports do not depend on the number of threads.

Each is also a text test by itself, which says what its report is.
"""

import re
import subprocess
from pathlib import Path

import pytest
import text_runner

ROOT = Path(__file__).resolve().parents[2]
FAULTS = sorted((ROOT / "tests/sim/faults").glob("*.py"))


def test_there_are_more_than_sixty():
    assert len(FAULTS) > 60


@pytest.mark.parametrize("fault", FAULTS, ids=lambda path: path.stem)
def test_reports_do_not_depend_on_threads(fault, tirx_cli):
    (command,) = text_runner.parse(fault).commands
    tool, *words = command.text.split()
    assert tool == "tirx"
    words = [word.replace("%s", str(fault.relative_to(ROOT))) for word in words]
    reports = []
    for threads in ("1", "2", "4"):
        done = subprocess.run(
            [tirx_cli, *words, "--threads", threads], cwd=ROOT, check=False, capture_output=True, timeout=60
        )
        assert done.returncode == 1
        reports.append(done.stderr)
    assert b"error: " in reports[0]
    assert reports[1] == reports[0] and reports[2] == reports[0]


def kinds_of(fault):
    """The kinds of its expected report, the first one first."""
    expected = fault.read_text(encoding="utf-8").partition(text_runner.MARKER)[2]
    return list(dict.fromkeys(re.findall(r" \[(Sim\w+)\]$", expected, re.MULTILINE)))


def test_the_page_lists_every_fault():
    wanted = {}
    for fault in FAULTS:
        wanted.setdefault(kinds_of(fault)[0], []).append(fault.stem)
    page = (ROOT / "docs/simulator.md").read_text(encoding="utf-8")
    listed = dict(re.findall(r"^\| `(Sim\w+)` \| (.*) \|$", page, re.MULTILINE))
    assert listed == {kind: ", ".join(names) for kind, names in wanted.items()}
