# SPDX-License-Identifier: Apache-2.0
"""The protocol over Python objects: the example of docs/foreign.md, and exceptions."""

import functools
import importlib.util
import re
import traceback
from pathlib import Path

import numpy as np
import pytest
import tirx
from tirx import script as T

DOCUMENT = Path(__file__).parents[2] / "docs/foreign.md"


def test_the_documented_example_runs(tmp_path):
    (code,) = re.findall(r"```python\n(.*?)```", DOCUMENT.read_text(), re.DOTALL)
    (tmp_path / "example.py").write_text(code)
    spec = importlib.util.spec_from_file_location("example", tmp_path / "example.py")
    example = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(example)
    a = np.arange(64 * 32, dtype="float32").reshape(64, 32)
    b = np.zeros((32, 64), "float32")
    tirx.compile(example.transpose, executor="simulator")(a, b)
    np.testing.assert_array_equal(b, a.T)


class Faulty:
    def __call__(self, x):
        return self.deeper(x)

    def deeper(self, x):
        raise ZeroDivisionError("nothing to divide")

    def __getitem__(self, index):
        raise IndexError(f"no item {index}")

    def __len__(self):
        raise OverflowError("too long")

    def __iter__(self):
        raise RuntimeError("no end")

    def __enter__(self):
        raise PermissionError("locked")

    def __exit__(self, *reason):
        return None


FAULTY = Faulty()


def wrong(body):
    """The error of a kernel with this statement."""
    script = f"""from tirx import script as T
@T.function
def f(A: T.Tensor((8,), "float32")):
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=1, block=8)):
        {body}
"""
    with pytest.raises(tirx.DiagnosticError) as caught:
        tirx.parse(script, "f.py", x=FAULTY)
    return caught.value


@pytest.mark.parametrize(
    ("body", "error"),
    [
        ("A[0] = x(1)", ZeroDivisionError),
        ("A[0] = x[3]", IndexError),
        ("A[0] = T.cast(len(x), 'float32')", OverflowError),
        ("a, b = x", RuntimeError),
        ("with x: pass", PermissionError),
        ("A[0] = x.nothing", AttributeError),
        ("A[0] = x + 1", TypeError),
    ],
)
def test_exceptions_name_the_line_and_are_the_cause(body, error):
    raised = wrong(body)
    (found,) = raised.diagnostics
    assert (found.kind, found.file, found.line) == ("PythonError", "f.py", 5)
    assert error.__name__ in found.message
    assert type(raised.__cause__) is error


def test_the_traceback_leads_into_python_code():
    frames = traceback.extract_tb(wrong("A[0] = x(1)").__cause__.__traceback__)
    assert [frame.name for frame in frames][-2:] == ["__call__", "deeper"]


def test_numpy_functions_do_not_take_values_of_the_program():
    with pytest.raises(tirx.DiagnosticError, match=r"T\.exp"):

        @T.function
        def f(A: T.Tensor((8,), "float32")):
            with T.device_entry(launch=T.gpu.LaunchConfig(grid=1, block=8)):
                A[0] = np.exp(A[1])


def test_scalars_of_numpy_take_part_in_arithmetic():
    k = tirx.parse("from tirx import script as T\n@T.function\ndef f(k: T.int32):\n    pass\n")["f"].params[0]
    two = np.int64(2)
    assert [str(e) for e in (k + two, two + k, k // two, two - k, k < two)] == [
        "k + 2",
        "2 + k",
        "k // 2",
        "2 - k",
        "k < 2",
    ]


class Repeating:
    """Uses what it is given several times."""

    def twice(self, value):
        return value * 10 + value

    def __mul__(self, value):
        return value * value

    def __getitem__(self, value):
        return value + value


def test_python_uses_a_value_with_effects_that_takes_place_once():
    repeating = Repeating()
    partial = functools.partial(lambda factor, value: value * factor + value, 10)

    @T.function
    def kernel(A: T.Tensor((8,), "int32"), B: T.Tensor((8,), "int32")):
        with T.device_entry(launch=T.gpu.LaunchConfig(grid=1, block=1)):
            B[0] = repeating.twice(T.gpu.atomic_add(A[3], 1))
            B[1] = partial(value=T.gpu.atomic_add(A[4], 1))
            B[2] = repeating * T.gpu.atomic_add(A[5], 1)
            B[3] = repeating[T.gpu.atomic_add(A[6], 1)]
            B[4] = A[7] + repeating.twice(T.gpu.atomic_add(A[7], 1))

    a, b = np.arange(8, dtype="int32"), np.zeros(8, "int32")
    tirx.compile(kernel, executor="simulator")(a, b)
    assert a.tolist() == [0, 1, 2, 4, 5, 6, 7, 8]
    assert b.tolist() == [33, 44, 25, 12, 84, 0, 0, 0]
