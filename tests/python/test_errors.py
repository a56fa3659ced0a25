# SPDX-License-Identifier: Apache-2.0
"""The exceptions of tirx and what they carry."""

import pickle

import pytest
import tirx
from tirx import _native, errors
from tirx import script as T

WRONG = """from tirx import script as T
@T.function
def f(A: T.Tensor((8,), "float32")):
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=1, block=8)):
        A[0] = T.sqr(A[1])
        total = A[0]
        total = A[1]
"""


@pytest.fixture
def raised():
    with pytest.raises(tirx.DiagnosticError) as caught:
        tirx.parse(WRONG, "f.py")
    return caught.value


def test_the_hierarchy():
    assert issubclass(errors.DiagnosticError, (errors.TirxError, ValueError))
    assert issubclass(errors.SourceError, (errors.TirxError, OSError))
    assert issubclass(errors.InternalError, (errors.TirxError, RuntimeError))
    for name in ("TirxError", "DiagnosticError", "SourceError", "InternalError"):
        assert name in errors.__doc__
        assert getattr(tirx, name) is getattr(errors, name)


def test_diagnostics_are_objects(raised):
    first, second = raised.diagnostics
    assert first.kind == "UnknownMember" and first.severity == "error"
    assert (first.file, first.line, first.column, first.end_line, first.end_column) == ("f.py", 5, 18, 5, 21)
    assert [note.message for note in first.notes] == ["did you mean `T.sqrt`?"]
    assert first.notes[0].line == 0
    assert second.kind == "RebindIrValue"
    assert (second.notes[0].file, second.notes[0].line) == ("f.py", 6)


def test_fixits_put_it_right(raised):
    (fixit,) = raised.diagnostics[0].fixits
    lines = WRONG.splitlines()
    line = lines[fixit.line - 1]
    lines[fixit.line - 1] = line[: fixit.column - 1] + fixit.replacement + line[fixit.end_column - 1 :]
    assert "T.sqrt(A[1])" in lines[fixit.line - 1]
    tirx.parse("\n".join(lines[:-1]) + "\n")


def test_errors_are_pickled(raised):
    again = pickle.loads(pickle.dumps(raised))
    assert str(again) == str(raised)
    assert again.diagnostics == raised.diagnostics


def test_bugs_are_internal_errors():
    x = tirx.parse("from tirx import script as T\n@T.function\ndef f(x: T.int32):\n    pass\n")["f"].params[0]
    with pytest.raises(tirx.InternalError, match="bug of tirx"):
        _native.call("binary", "no_such_operator", x, x)


def test_a_source_that_is_not_at_hand():
    with pytest.raises(tirx.SourceError, match=r"tirx\.parse\(text\)"):
        exec("@T.function\ndef f():\n    pass\n", {"T": T})  # noqa: S102
