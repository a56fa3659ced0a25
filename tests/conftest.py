# SPDX-License-Identifier: Apache-2.0
"""What all Python tests share: text tests are collected by their `# RUN:` header, GPU tests need a device."""

import os
import sys
from pathlib import Path

import pytest

TESTS = Path(__file__).resolve().parent
# This tree's package, with the library of the build under test; processes that tests start see the same.
PACKAGES = str(TESTS.parent / "python")
BUILD = Path(os.environ.get("TIRX_BUILD_DIR", TESTS.parent / "build/release"))
os.environ["PYTHONPATH"] = os.pathsep.join(filter(None, [PACKAGES, os.environ.get("PYTHONPATH")]))
os.environ.setdefault("TIRX_LIBRARY_PATH", str(BUILD / "lib"))
sys.path.insert(0, PACKAGES)
sys.path.insert(0, str(TESTS / "text"))
sys.path.insert(0, str(TESTS.parent / "tools"))
sys.path.insert(0, str(TESTS.parent / "tools/run"))

import text_runner  # noqa: E402
from gpu_device import missing_device  # noqa: E402


class ScriptItem(pytest.Item):
    def runtest(self):
        test = text_runner.parse(self.path)
        text = text_runner.difference(test, text_runner.actual_output(test))
        if text:
            hint = f"if the new output is right: {text_runner.REFRESH}"
            raise text_runner.ScriptError(f"{text}\n\n{hint}")

    def repr_failure(self, excinfo):
        if isinstance(excinfo.value, text_runner.ScriptError):
            return str(excinfo.value)
        return super().repr_failure(excinfo)

    def reportinfo(self):
        return self.path, 0, self.name


class ScriptFile(pytest.File):
    def collect(self):
        yield ScriptItem.from_parent(self, name=self.path.stem)


def pytest_collect_file(file_path, parent):
    own = file_path.is_relative_to(TESTS / "text") or file_path.name.startswith("test_")
    if file_path.suffix == ".py" and not own and text_runner.has_commands(file_path):
        return ScriptFile.from_parent(parent, path=file_path)
    return None


def pytest_runtest_setup(item):
    if item.get_closest_marker("gpu") is None:
        return
    reason = missing_device()
    if reason and os.environ.get("TIRX_REQUIRE_GPU") == "1":
        pytest.fail(f"TIRX_REQUIRE_GPU=1, but {reason}", pytrace=False)
    if reason:
        pytest.skip(reason)


@pytest.fixture(scope="session")
def build_dir():
    return BUILD


@pytest.fixture(scope="session")
def tirx_cli(build_dir):
    """The command-line tool of the build under test, as a path."""
    return str(build_dir / "bin/tirx")
