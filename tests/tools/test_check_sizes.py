# SPDX-License-Identifier: Apache-2.0
"""The size check: functions are found with their extent, limits are enforced, exceptions need a reason."""

from pathlib import Path

import check_sizes
import pytest
from cpp_functions import functions_of

CPP = """\
// A comment with { and "a quote
#include "x.h"
namespace tirx {
struct Point {
  Point(int a) : a_{a}, b_{2} {
    Use(a_);
  }
  int x = 0;
};
constexpr int kTable[] = {
    1,
    2,
};
template <typename T>
Result<T> Lower(
    const IRModule& module, char brace = '{') {
  for (;;) {
    auto f = [&](int x) { return x; };
  }
}
bool operator==(const Point& a, const Point& b) { return a.x == b.x; }
int Declared(int x);
}  // namespace tirx
"""


def test_functions_are_found_with_their_extent():
    found = {f.name: (f.first_line, f.last_line) for f in functions_of(CPP)}
    assert found["Point"] == (5, 7)
    assert found["Lower"] == (14, 20)
    assert found["operator=="] == (21, 21)
    assert "Declared" not in found
    assert len(found) == 3


def body(lines):
    return "int F() {\n" + "  Use();\n" * (lines - 2) + "}\n"


@pytest.mark.parametrize("lines, findings", [(100, 0), (101, 1)])
def test_function_limit_in_cpp(lines, findings):
    assert len(list(check_sizes.check_file(Path("src/a.cc"), body(lines), {}))) == findings


@pytest.mark.parametrize("lines, findings", [(100, 0), (101, 1)])
def test_function_limit_in_python(lines, findings):
    text = "def f():\n" + "    use()\n" * (lines - 1)
    assert len(list(check_sizes.check_file(Path("a.py"), text, {}))) == findings


def test_file_limit_and_its_exceptions():
    path, text = Path("src/a.cc"), "\n" * 601
    assert len(list(check_sizes.check_file(path, text, {}))) == 1
    assert list(check_sizes.check_file(path, text, {"src/a.cc": "a table"})) == []


def test_an_exception_without_a_reason_is_refused(tmp_path):
    listing = tmp_path / "exceptions.txt"
    listing.write_text("src/a.cc:\n")
    with pytest.raises(SystemExit, match="without a reason"):
        check_sizes.read_exceptions(listing)
