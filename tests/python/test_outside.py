# SPDX-License-Identifier: Apache-2.0
"""Names of the language that Python calls itself, and instances of meta classes that it makes: they mean what
they mean to the command line, which reads the same file without Python."""

import pickle

import outside_lib
import pytest
import tirx
from tirx import script as T

CLI = tirx.parse_file(outside_lib.__file__)


@pytest.mark.parametrize("name", [str(f.name) for f in CLI.functions])
def test_python_and_the_command_line_agree(name):
    assert getattr(outside_lib, name).script() == CLI[name].script()
    assert tirx.ir.structural_equal(getattr(outside_lib, name).ir, CLI[name])


def test_every_function_is_compared():
    assert len(CLI.functions) == 5


def test_values_for_python():
    assert outside_lib.BLOCKS == 4 and type(outside_lib.BLOCKS) is int
    assert (T.min(2.5, 3), T.max(1, 2)) == (2.5, 2)
    assert str(outside_lib.FIVE) == "5" and outside_lib.FIVE.ty.script() == "int32"
    assert outside_lib.LAUNCH.block == (32, 1)
    assert outside_lib.LAUNCH.replace(grid=2).grid == 2
    assert outside_lib.LAUNCH.grid == 4
    assert repr(outside_lib.LAUNCH) == "<a `T.gpu.LaunchConfig`>"
    assert repr(outside_lib.ROWS) == "T.Tensor(('n', 4), 'float32')"
    assert repr(outside_lib.ARRAY) == "T.float32[2]"
    assert repr(pickle.loads(pickle.dumps(outside_lib.ROWS))) == repr(outside_lib.ROWS)
    assert not hasattr(outside_lib.LAUNCH, "blok")


def test_ir_of_python_code():
    k = outside_lib.types.ir.params[2]
    assert str(T.max(k, 3) + 1) == "T.max(k, 3) + 1"
    assert str(T.cast(k, "float32") * T.float32(2)) == 'T.cast(k, "float32") * 2.0'


def failure(make):
    with pytest.raises(tirx.DiagnosticError) as caught:
        make()
    (found,) = caught.value.diagnostics
    return found


def test_mistakes_name_the_line():
    def make():
        return T.gpu.LaunchConfig(grid=1, blok=2)

    found = failure(make)
    assert (found.kind, found.file) == ("UnknownArgument", __file__)
    assert found.line == make.__code__.co_firstlineno + 1
    assert found.notes[0].message == "did you mean `block`?"


@pytest.mark.parametrize(
    "act",
    [
        T.gpu.sync,
        lambda: T.alloc_local((4,), "float32"),
        lambda: T.gpu.atomic_add(outside_lib.types.ir.params[1], 1.0),
    ],
)
def test_what_acts_needs_a_kernel(act):
    assert failure(act).kind == "StatementOutsideFunction"


def test_decorators_are_not_called():
    assert failure(lambda: T.constexpr(3)).kind == "NotCallable"


def test_a_wrong_type_is_reported_where_it_is_used_and_where_it_was_made():
    wrong = T.Tensor((4, 4), "floot32")

    def make():
        @T.function
        def kernel(A: wrong):
            A[0, 0] = 1.0

    found = failure(make)
    assert found.kind == "UnknownDType" and found.line == make.__code__.co_firstlineno + 2
    made = found.notes[-1]
    assert (made.message, made.file, made.line) == (
        "made here",
        __file__,
        make.__code__.co_firstlineno - 2,
    )


def test_instances_from_outside_do_not_change():
    tile = outside_lib.Tile(4)

    def field():
        @T.function
        def kernel(A: T.Tensor((4,), "float32")):
            tile.rows = 5

    def in_place():
        @T.function
        def kernel(A: T.Tensor((4,), "float32")):
            tile.sizes.append(5)

    assert failure(field).kind == failure(in_place).kind == "CompileTimeMutation"
    assert tile.rows == 4


def test_instances_are_read_when_a_kernel_is_decorated():
    tile = outside_lib.Tile(1)
    lengths = []
    for rows in (2, 3):
        tile.rows = rows

        @T.function
        def kernel(A: T.Tensor((8, 4), "float32")):
            A[tile.rows, 0] = 1.0

        lengths.append(kernel.script().splitlines()[-1].strip())
    assert lengths == ["A[2, 0] = 1.0", "A[3, 0] = 1.0"]
