# SPDX-License-Identifier: Apache-2.0
"""The text-test runner: failures are reported, blessing settles, machine-dependent text is replaced."""

import sys

import bless
import pytest
import text_runner

PROGRAMS = {"python": [sys.executable]}


def write(tmp_path, text, name="case.py"):
    path = tmp_path / name
    path.write_text(text)
    return path


def outcome(path):
    test = text_runner.parse(path)
    return text_runner.difference(test, text_runner.actual_output(test, PROGRAMS))


def test_a_matching_output_passes(tmp_path):
    path = write(
        tmp_path, "# RUN: python -c 'print(1); print(); print(2)'\n\n# ==== output ====\n# 1\n#\n# 2\n"
    )
    assert outcome(path) == ""


def test_a_failing_expectation_shows_a_diff(tmp_path):
    path = write(tmp_path, "# RUN: python -c 'print(2)'\n\n# ==== output ====\n# 1\n")
    text = outcome(path)
    assert "-1" in text.split("\n") and "+2" in text.split("\n")


def test_a_missing_block_says_how_to_write_it(tmp_path):
    assert "./run bless" in outcome(write(tmp_path, "# RUN: python -c 'print(2)'\n"))


def test_an_unexpected_exit_status_fails(tmp_path):
    path = write(tmp_path, "# RUN: python -c 'exit(3)'\n\n# ==== output ====\n#\n")
    assert "[exit status 3, expected 0]" in outcome(path)


def test_an_expected_exit_status_passes(tmp_path):
    path = write(tmp_path, "# RUN: python -c 'print(1); exit(3)'\n# EXIT: 3\n\n# ==== output ====\n# 1\n")
    assert outcome(path) == ""


def test_bless_is_idempotent_and_makes_the_test_pass(tmp_path):
    path = write(tmp_path, "# RUN: python -c 'print(1); print()'\nx = 1\n")
    assert bless.bless(path, PROGRAMS) == "changed"
    first = path.read_text()
    assert bless.bless(path, PROGRAMS) == "same"
    assert path.read_text() == first
    assert "x = 1" in first and outcome(path) == ""


def test_bless_refuses_a_wrong_exit_status(tmp_path):
    path = write(tmp_path, "# RUN: python -c 'exit(1)'\n")
    before = path.read_text()
    assert "exit status 1" in bless.bless(path, PROGRAMS)
    assert path.read_text() == before


def test_several_commands_are_told_apart(tmp_path):
    path = write(tmp_path, "# RUN: python -c 'print(1)'\n# RUN: python -c 'print(2)'\n")
    bless.bless(path, PROGRAMS)
    assert text_runner.parse(path).expected == "$ python -c 'print(1)'\n1\n$ python -c 'print(2)'\n2"


def test_the_file_and_a_temporary_folder_can_be_named(tmp_path):
    path = write(tmp_path, "# RUN: python %s %t/out\nimport sys\nprint(sys.argv[1])\n")
    bless.bless(path, PROGRAMS)
    assert text_runner.parse(path).expected == "%t/out"


def test_durations_and_the_repository_are_replaced():
    text = f"took 1.25 ms, 0.5s in {text_runner.ROOT}/src, step 3 of 4.5, 10 s  \n"
    assert text_runner.stable(text, "/tmp/none") == "took <time>, <time> in %R/src, step 3 of 4.5, 10 s"


@pytest.mark.parametrize(
    "text, message",
    [("# EXIT: 1\n# RUN: python\n", "before any"), ("x = 1\n", "no `# RUN:`")],
)
def test_wrong_headers_are_named(tmp_path, text, message):
    with pytest.raises(text_runner.ScriptError, match=message):
        text_runner.parse(write(tmp_path, text))


def test_an_unknown_program_is_named(tmp_path):
    path = write(tmp_path, "# RUN: rm -rf x\n")
    with pytest.raises(text_runner.ScriptError, match="unknown program `rm`"):
        text_runner.actual_output(text_runner.parse(path), PROGRAMS)
