# SPDX-License-Identifier: Apache-2.0
"""Runs the C++ tests (ctest) and the Python tests (pytest) of one build; its last line counts both."""

import argparse
import os
import shutil
import subprocess
import sys
import xml.etree.ElementTree as ElementTree
from dataclasses import dataclass
from pathlib import Path


@dataclass
class Counts:
    passed: int = 0
    failed: int = 0
    skipped: int = 0

    def __add__(self, other):
        return Counts(self.passed + other.passed, self.failed + other.failed, self.skipped + other.skipped)

    def total(self):
        return self.passed + self.failed + self.skipped


def count_junit(path):
    """Counts the test cases of one JUnit-style file, as pytest and GoogleTest write them."""
    counts = Counts()
    for case in ElementTree.parse(path).getroot().iter("testcase"):
        if case.find("failure") is not None or case.find("error") is not None:
            counts.failed += 1
        elif case.find("skipped") is not None or case.get("result") == "skipped":
            counts.skipped += 1
        elif case.get("status") != "notrun":  # GoogleTest lists the cases that a filter left out
            counts.passed += 1
    return counts


def count_ctest(junit, results):
    """Counts GoogleTest cases; a program that died before it wrote its own file counts as one failure."""
    counts = Counts()
    for program in ElementTree.parse(junit).getroot().iter("testcase"):
        own = results / f"{program.get('name')}_test.xml"
        cases = count_junit(own) if own.exists() else Counts()
        program_failed = program.get("status") != "run" or program.find("failure") is not None
        if program_failed and cases.failed == 0:
            cases.failed = 1
        counts += cases
    return counts


def run_ctest(build, results, name_filter):
    """Runs the programs whose folder matches the filter; where none does, all their matching cases."""
    junit = results / "ctest.xml"
    command = ["ctest", "--test-dir", str(build), "--output-on-failure", "--no-tests=ignore"]
    command += ["-j", str(os.cpu_count() or 1), "--output-junit", str(junit.resolve())]
    environment = dict(os.environ, GTEST_OUTPUT=f"xml:{results.resolve()}/")
    if name_filter:
        listing = subprocess.run(
            [*command, "-N", "-R", name_filter], capture_output=True, text=True, check=True
        )
        if "Total Tests: 0" in listing.stdout:
            environment["GTEST_FILTER"] = f"*{name_filter}*"
        else:
            command += ["-R", name_filter]
    subprocess.run(command, env=environment, check=False)
    return count_ctest(junit, results)


def run_pytest(results, name_filter, extra):
    junit = results / "pytest.xml"
    command = [sys.executable, "-m", "pytest", "tests", "-q", "-rs", f"--junitxml={junit}", *extra]
    if name_filter:
        command += ["-k", name_filter]
    status = subprocess.run(command, check=False).returncode
    if not junit.exists():
        return Counts(failed=1)
    counts = count_junit(junit)
    # 0 and 1 are what the counts say; 5 is "nothing collected"; everything else is pytest itself failing.
    if status not in (0, 1, 5) and counts.failed == 0:
        counts.failed = 1
    return counts


def parse_arguments():
    parser = argparse.ArgumentParser(prog="./run test", description=__doc__)
    parser.add_argument("filter", nargs="?", default="", help="part of a folder's or test's name")
    parser.add_argument("--build", type=Path, required=True, help=argparse.SUPPRESS)
    parser.add_argument("--only", choices=["cpp", "python"], help="run one of the two suites")
    arguments = sys.argv[1:]
    cut = arguments.index("--") if "--" in arguments else len(arguments)
    return parser.parse_args(arguments[:cut]), arguments[cut + 1 :]


def main():
    options, pytest_arguments = parse_arguments()
    results = options.build / "test-results"
    shutil.rmtree(results, ignore_errors=True)
    results.mkdir(parents=True)
    counts = Counts()
    if options.only != "python":
        counts += run_ctest(options.build, results, options.filter)
    if options.only != "cpp":
        counts += run_pytest(results, options.filter, pytest_arguments)
    print()
    if counts.total() == 0:
        print(f"no test matches `{options.filter}`" if options.filter else "there are no tests")
    print(f"{counts.passed} passed, {counts.failed} failed, {counts.skipped} skipped")
    return 1 if counts.failed or counts.total() == 0 else 0


if __name__ == "__main__":
    sys.exit(main())
