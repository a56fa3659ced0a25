# SPDX-License-Identifier: Apache-2.0
"""Decorators: sources, captured Python values, errors, printing."""

import enum
import subprocess
import sys

import pytest
import tirx
import tvm_ffi
from tirx import script as T
from tirx.script import ir as I

BLOCK = 64
FACTORS = {"twice": 2.0}
TILE = [4, 8]


class Mode(enum.Enum):
    FAST = 3


class Config:
    """An ordinary Python object that a kernel looks into."""

    width = 16

    def scaled(self, by):
        return self.width * by


CONFIG = Config()


@T.inline
def axpy(y, i, a, x):
    y[i] = y[i] + a * x


@T.function(private=True)
def double(x: T.float32) -> T.float32:
    return x * 2.0


@T.function
def scale(A: T.Tensor(("n",), "float32"), k: T.float32):
    """Scales A in place."""
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=T.ceildiv(n, BLOCK), block=BLOCK)):
        i = T.gpu.block_idx("x") * BLOCK + T.gpu.thread_idx("x")
        if i < n:
            A[i] = double(A[i]) * k


def test_a_function_is_checked_and_keeps_its_docstring():
    assert isinstance(scale, tirx.Function)
    assert scale.__doc__ == "Scales A in place."
    assert scale.__name__ == "scale"
    assert [str(f.name) for f in scale.module.functions] == ["double", "scale"] or [
        str(f.name) for f in scale.module.functions
    ] == ["scale", "double"]


def test_script_parses_back_to_an_equal_module():
    again = tirx.parse(scale.script())
    assert tvm_ffi.structural_equal(again, scale.module)
    assert again.script() == scale.script()


def test_captured_values():
    offset = 5

    @T.function
    def kernel(A: T.Tensor((TILE[1], CONFIG.width), "float32")):
        with T.device_entry(launch=T.gpu.LaunchConfig(grid=1, block=1)):
            A[0, 0] = FACTORS["twice"]
            A[0, 1] = T.float32(offset + CONFIG.scaled(2) + len(TILE) + Mode.FAST.value)

    text = kernel.script()
    assert "A: T.Tensor((8, 16)" in text
    assert "A[0, 0] = 2.0" in text
    assert "A[0, 1] = 42.0" in text


def test_functions_made_by_functions():
    def make(n, dtype):
        @T.function
        def fill(A: T.Tensor((n,), dtype)):
            with T.device_entry(launch=T.gpu.LaunchConfig(grid=1, block=n)):
                A[T.gpu.thread_idx("x")] = 1.0

        return fill

    assert 'T.Tensor((32,), "float16")' in make(32, "float16").script()
    assert 'T.Tensor((64,), "float32")' in make(64, "float32").script()


def test_inline_functions_of_the_same_file():
    @T.function
    def kernel(A: T.Tensor((8,), "float32")):
        with T.device_entry(launch=T.gpu.LaunchConfig(grid=1, block=8)):
            axpy(A, T.gpu.thread_idx("x"), 2.0, 3.0)

    assert "axpy" not in kernel.script()
    assert "A[" in kernel.script()


def test_errors_name_the_file_line_and_rule():
    with pytest.raises(tirx.DiagnosticError) as caught:

        @T.function
        def wrong(A: T.Tensor((8,), "float32")):
            A[0] = undefined_name

    found = caught.value.diagnostics[0]
    assert found.kind == "UnknownName"
    assert found.file == __file__
    with open(__file__, encoding="utf-8") as file:
        line = file.read().splitlines()[found.line - 1]
    assert "A[0] = undefined_name" in line
    assert "undefined_name" in str(caught.value)
    assert isinstance(caught.value, ValueError)


def test_exceptions_of_python_code_are_the_cause():
    def fails():
        raise KeyError("nothing here")

    with pytest.raises(tirx.DiagnosticError, match="nothing here") as caught:

        @T.function
        def wrong(A: T.Tensor((8,), "float32")):
            A[0] = fails()

    assert isinstance(caught.value.__cause__, KeyError)
    assert caught.value.diagnostics[0].kind == "PythonError"


def test_modules():
    @I.ir_module
    class Both:
        @T.function(private=True)
        def half(x: T.float32) -> T.float32:
            return x * 0.5

        @T.function
        def main(A: T.Tensor((8,), "float32")):
            with T.device_entry(launch=T.gpu.LaunchConfig(grid=1, block=8)):
                A[0] = half(A[1])

    assert isinstance(Both, tirx.IRModule)
    assert Both.name == "Both"
    assert {str(f.name) for f in Both.functions} == {"half", "main"}
    assert tvm_ffi.structural_equal(tirx.parse(Both.script()), Both)


def test_names_of_the_language():
    assert repr(T.gpu.thread_idx) == "T.gpu.thread_idx"
    assert "sync" in dir(T.gpu)
    assert repr(T.float16x4) == "T.float16x4"
    with pytest.raises(AttributeError, match="no_such_thing"):
        T.no_such_thing  # noqa: B018
    assert str(T.exp(1.0)) == "T.exp(1.0)"  # as at the file level of a script
    with pytest.raises(TypeError, match="must be compiled"):
        scale(1)


def test_a_source_that_is_not_at_hand():
    scope = {"T": T}
    with pytest.raises(OSError, match="must stand in a file"):
        exec("@T.function\ndef f():\n    pass\n", scope)  # noqa: S102


def test_importing_brings_little():
    """How long it takes is a row of bench/stages.py."""
    code = "import sys, tvm_ffi; b = set(sys.modules); import tirx; print(*(set(sys.modules) - b))"
    brought = subprocess.check_output([sys.executable, "-c", code], text=True).split()
    foreign = {name for name in brought if name.split(".")[0] != "tirx"}
    assert {name for name in foreign if "sysconfig" not in name} == set()
    assert len(brought) < 40
