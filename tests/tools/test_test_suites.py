# SPDX-License-Identifier: Apache-2.0
"""The closing line of `./run test`: what JUnit files of pytest, GoogleTest and ctest add up to."""

import test_suites
from test_suites import Counts

PYTEST = """<testsuites><testsuite><testcase name="a"/><testcase name="b"><failure/></testcase>
<testcase name="c"><skipped/></testcase><testcase name="d"><error/></testcase></testsuite></testsuites>"""
GTEST = """<testsuites><testsuite><testcase name="a" status="run" result="completed"/>
<testcase name="b" status="run" result="skipped"/><testcase name="c" status="notrun" result="suppressed"/>
</testsuite></testsuites>"""


def test_pytest_cases(tmp_path):
    (tmp_path / "p.xml").write_text(PYTEST)
    assert test_suites.count_junit(tmp_path / "p.xml") == Counts(1, 2, 1)


def test_gtest_cases_left_out_by_a_filter_do_not_count(tmp_path):
    (tmp_path / "g.xml").write_text(GTEST)
    assert test_suites.count_junit(tmp_path / "g.xml") == Counts(1, 0, 1)


def ctest_report(tmp_path, *programs):
    """Writes ctest's own report over (name, passed) pairs and counts with it."""
    cases = "".join(
        f'<testcase name="{name}" status="run"/>' if passed else f'<testcase name="{name}" status="fail"/>'
        for name, passed in programs
    )
    (tmp_path / "ctest.xml").write_text(f"<testsuite>{cases}</testsuite>")
    return test_suites.count_ctest(tmp_path / "ctest.xml", tmp_path)


def test_a_program_that_crashed_counts_as_one_failure(tmp_path):
    (tmp_path / "ir_test.xml").write_text(GTEST)
    assert ctest_report(tmp_path, ("ir", True), ("sim", False)) == Counts(1, 1, 1)


def test_a_program_that_failed_after_its_cases_counts_as_a_failure(tmp_path):
    (tmp_path / "ir_test.xml").write_text(GTEST)
    assert ctest_report(tmp_path, ("ir", False)) == Counts(1, 1, 1)
