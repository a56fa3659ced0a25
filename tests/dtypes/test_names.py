# SPDX-License-Identifier: Apache-2.0
"""Every element type, and vectors of it: read, printed, read back from the script and from JSON."""

import pytest
import tirx

INTEGERS = [f"{sign}int{bits}" for sign in ("", "u") for bits in (1, 4, 8, 16, 32, 64)]
FLOATS = ["float16", "bfloat16", "float32", "float64"]
FP8 = ["e3m4", "e4m3", "e4m3b11fnuz", "e4m3fn", "e4m3fnuz", "e5m2", "e5m2fnuz", "e8m0fnu"]
SMALL = [f"float8_{name}" for name in FP8] + ["float6_e2m3fn", "float6_e3m2fn", "float4_e2m1fn"]
SCALARS = ["bool", *INTEGERS, *FLOATS, *SMALL]
SHORT = {"f16": "float16", "bf16": "bfloat16", "f32": "float32", "f64": "float64"} | {
    f"{sign}{bits}": f"{name}{bits}"
    for sign, name in (("i", "int"), ("u", "uint"))
    for bits in (8, 16, 32, 64)
}

SCALAR = """from tirx import script as T

@T.function
def f(A: T.Tensor((8,), "{dtype}"), p: T.handle("{dtype}"), X: T.Tensor((8,), "float32")):
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=1, block=8)):
        x: T.{dtype} = A[0]
        A[1] = T.cast(X[0], "{dtype}")
        A[2] = T.Select(X[0] > 0.0, x, T.{dtype}(0))
        X[1] = T.cast(x, "float32")
"""

VECTOR = """from tirx import script as T

@T.function
def f(A: T.Tensor((8,), "{dtype}"), p: T.handle("{dtype}"), X: T.Tensor((8,), "float32x{lanes}")):
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=1, block=8)):
        x = A[0]
        A[1] = T.cast(X[0], "{dtype}")
        X[1] = T.cast(x, "float32x{lanes}")
"""


def assert_round_trips(text, dtype):
    module = tirx.parse(text)
    printed = module.script()
    assert f'T.Tensor((8,), "{dtype}")' in printed and f'T.handle("{dtype}")' in printed
    assert str(module["f"].params[0].ty.dtype) == dtype
    for again in (tirx.parse(printed), tirx.IRModule.from_json(module.to_json())):
        assert again.script() == printed
        assert tirx.structural_equal(again, module)


@pytest.mark.parametrize("dtype", SCALARS)
def test_scalars(dtype):
    assert_round_trips(SCALAR.format(dtype=dtype), dtype)


@pytest.mark.parametrize("lanes", [2, 4, 8, 16])
@pytest.mark.parametrize("dtype", SCALARS)
def test_vectors(dtype, lanes):
    assert_round_trips(VECTOR.format(dtype=f"{dtype}x{lanes}", lanes=lanes), f"{dtype}x{lanes}")


@pytest.mark.parametrize("short", SHORT)
def test_short_names_print_in_full(short):
    printed = tirx.parse(SCALAR.format(dtype=short)).script()
    assert printed == tirx.parse(SCALAR.format(dtype=SHORT[short])).script()


def test_the_list_of_names_is_complete():
    assert {*SCALARS, "handle", "void"} <= set(dir(tirx.script))


@pytest.mark.parametrize("dtype", ["int2", "float8", "float8_e4m3fnx", "float32x1", "handlex2", "E4M3FN"])
def test_what_is_no_type(dtype):
    with pytest.raises(tirx.DiagnosticError, match="UnknownDType"):
        tirx.parse(VECTOR.format(dtype=dtype, lanes=2))
