# SPDX-License-Identifier: Apache-2.0
"""Definitions from other files and scopes, aliases, NumPy values, specialisation."""

import device_lib
import ml_dtypes
import numpy as np
import pytest
import tirx
from device_lib import Counter, fill, put, swizzle
from tirx import script as T
from tirx.script import function, inline

SCALE = 1000  # not what device_lib's functions mean
lanes = T.gpu.lane_id
gpu = T.gpu
F16 = T.float16
TABLE = np.array([2, 3, 5], dtype=np.int32)
WIDTH = np.int64(16)
FLAG = np.bool_(True)
HALF = ml_dtypes.bfloat16(0.5)


def body(kernel):
    """The lines of a kernel's body."""
    text = kernel.ir.script()
    return [line.strip() for line in text[text.index("):") :].splitlines()[1:]]


def test_inline_functions_of_another_file_keep_their_names():
    @T.function
    def kernel(A: T.Tensor((8,), "float32")):
        put(A, 2, A[1])

    assert body(kernel) == ["value = A[1]", "A[2] = (quarter(value) + 1.0) * 3.0"]
    # What they call comes along, and what that calls.
    assert [str(f.name) for f in kernel.module.functions] == ["quarter", "halve", "kernel"]


def test_through_a_module():
    @T.function
    def kernel(A: T.Tensor((8,), "float32")):
        device_lib.put(A, 0, A[1])
        A[3] = device_lib.halve(A[3])

    assert body(kernel)[-1] == "A[3] = halve(A[3])"


def test_classes_of_another_file():
    @T.function
    def kernel(A: T.Tensor((8,), "int32")):
        counter = Counter(4)
        counter.advance()
        A[0] = counter.count

    assert body(kernel) == [
        "counter_count: T.int32 = 4",
        "counter_count = counter_count + 3",
        "A[0] = counter_count",
    ]


def test_classes_with_bases_of_another_file_and_closures():
    step = 7

    @T.meta_class
    class Fast(Counter):
        STEP = step

        def __init__(self):
            super().__init__(device_lib.SCALE)

    @T.function
    def kernel(A: T.Tensor((8,), "int32")):
        fast = Fast()
        fast.advance()
        A[0] = fast.count

    assert body(kernel)[:2] == ["fast_count: T.int32 = 3", "fast_count = fast_count + 7"]


def test_plain_functions_are_read_where_they_get_values_of_the_program():
    @T.function
    def kernel(A: T.Tensor((64,), "int32"), i: T.int32):
        A[swizzle(i, 3)] = swizzle(1, 2)

    assert body(kernel) == ["A[i * 8 + (3 ^ i % 8)] = 11"]


def test_mutual_and_late_definitions():
    @T.inline
    def even(A, n):
        if n > 0:
            odd(A, n - 1)
        else:
            A[0] = 1.0

    @T.inline
    def odd(A, n):
        if n > 0:
            even(A, n - 1)

    @T.function
    def kernel(A: T.Tensor((8,), "float32")):
        even(A, 4)

    assert body(kernel) == ["A[0] = 1.0"]


def test_aliases_and_bare_decorators():
    @inline
    def one(A):
        A[gpu.thread_idx("x")] = T.cast(lanes(), F16)

    @function
    def kernel(A: T.Tensor((8,), F16)):
        with T.device_entry(launch=gpu.LaunchConfig(grid=1, block=8)):
            one(A)

    assert body(kernel)[-1] == 'A[T.gpu.thread_idx("x")] = T.cast(T.gpu.lane_id(), "float16")'


def test_numpy_values():
    bf16, f8 = np.dtype(ml_dtypes.bfloat16), ml_dtypes.float8_e4m3fn

    @T.function
    def kernel(A: T.Tensor((WIDTH,), np.float32), B: T.Tensor((4,), bf16), C: T.Tensor((4,), f8)):
        if FLAG:
            A[TABLE[1]] = TABLE[2] * HALF
        for value in TABLE:
            A[value] = len(TABLE)

    text = kernel.script()
    assert 'A: T.Tensor((16,), "float32"), B: T.Tensor((4,), "bfloat16")' in text
    assert 'C: T.Tensor((4,), "float8_e4m3fn")' in text
    assert body(kernel) == ["A[3] = 2.5", "A[2] = 3.0", "A[3] = 3.0", "A[5] = 3.0"]


def test_specialisations_are_remembered_by_canonical_values():
    made = fill.specialize(N=4)
    assert made is fill.specialize(N=np.int32(4))
    assert made is not fill.specialize(N=4, B=None)
    assert fill.specialize(N=1) is not fill.specialize(N=True)
    assert fill.specialize(N=True).name == "fill_N_True_dtype_float32"
    assert made.name == "fill_N4_dtype_float32"
    assert made.__doc__ == "Fills A."
    assert fill.specialize(N=2, B=None, dtype=np.dtype("float16")).script() == (
        made_without_header := fill.specialize(N=2, B=None, dtype="float16").script()
    )
    assert 'def fill_no_B_N2_dtype_float16(A: T.Tensor(("n",), "float16")):' in made_without_header


def test_a_specialisation_runs():
    a = np.zeros(8, np.float32)
    tirx.compile(fill.specialize(N=8, B=None), executor="simulator")(a)
    assert (a == 3).all()
    b = np.arange(8, dtype=np.float32)
    tirx.compile(fill.specialize(N=8), executor="simulator")(a, b)
    assert (a == b).all()


def test_specialisations_inside_kernels():
    @T.jit(private=True)
    def times(x: T.float32, *, by: T.constexpr) -> T.float32:
        return x * by

    triple = times.specialize(by=3.0)

    @T.function
    def kernel(A: T.Tensor((8,), "float32")):
        A[0] = times.specialize(by=2.0)(A[1])
        A[1] = triple(A[2])

    assert body(kernel) == ["A[0] = times_by2p0(A[1])", "A[1] = times_by3p0(A[2])"]


def test_wrong_specialisations():
    with pytest.raises(TypeError, match=r"`N` is a list, which cannot be hashed"):
        fill.specialize(N=[4])
    with pytest.raises(tirx.DiagnosticError, match="needs an argument for `N`"):
        fill.specialize()
    with pytest.raises(tirx.DiagnosticError, match="has no parameter `M`") as caught:
        fill.specialize(N=1, M=2)
    assert caught.value.diagnostics[0].kind == "UnknownArgument"
    with pytest.raises(TypeError, match="specialize"):
        fill(None)


def test_functions_of_one_name_are_refused():
    @T.function(private=True)
    def halve(x: T.float32) -> T.float32:
        return x / 2.0

    with pytest.raises(tirx.DiagnosticError, match="two functions named `halve`"):

        @T.function
        def kernel(A: T.Tensor((8,), "float32")):
            A[0] = halve(A[0])
            A[1] = device_lib.halve(A[1])


def test_errors_in_another_file_name_it():
    with pytest.raises(tirx.DiagnosticError) as caught:

        @T.function
        def kernel(A: T.Tensor((8,), "float32")):
            put(A, "x", 1.0)

    assert caught.value.diagnostics[0].file == device_lib.__file__
