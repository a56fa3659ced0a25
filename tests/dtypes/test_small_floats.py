# SPDX-License-Identifier: Apache-2.0
"""Floats of at most 8 bits in the simulator against ml_dtypes, in generated code, and on a device."""

import ml_dtypes
import numpy as np
import pytest
import tirx
from dtypes import small_floats as sf


def assert_same_floats(got, expected):
    nan = np.isnan(expected)
    np.testing.assert_array_equal(np.isnan(got), nan)
    words = np.uint32 if got.dtype == np.float32 else np.uint16
    np.testing.assert_array_equal(got.view(words)[~nan], expected.view(words)[~nan])


def run_decoder(dtype, to="float32"):
    output = np.zeros(256, to if to != "bfloat16" else ml_dtypes.bfloat16)
    tirx.compile(sf.decoder(dtype, to), executor="simulator")(sf.patterns(dtype), output)
    return output


def run_encoder(dtype, values, source):
    output = np.zeros(len(values), np.uint8)
    tirx.compile(sf.encoder(dtype, source), executor="simulator")(values, output)
    return output


@pytest.mark.parametrize("dtype", sf.NAMES)
def test_every_pattern_is_read(dtype):
    assert_same_floats(run_decoder(dtype), sf.decoded(dtype, sf.patterns(dtype)))


@pytest.mark.parametrize("to", ["float16", "bfloat16"])
@pytest.mark.parametrize("dtype", sf.NAMES)
def test_every_pattern_is_read_as_half(dtype, to):
    expected = sf.decoded(dtype, sf.patterns(dtype))
    with np.errstate(over="ignore"):
        expected = expected.astype(np.float16 if to == "float16" else ml_dtypes.bfloat16)
    assert_same_floats(run_decoder(dtype, to), expected)


@pytest.mark.parametrize("source", sf.SOURCES)
@pytest.mark.parametrize("dtype", sf.NAMES)
def test_values_are_rounded_and_saturate(dtype, source):
    values = sf.SOURCES[source](dtype)
    np.testing.assert_array_equal(run_encoder(dtype, values, source), sf.encoded(dtype, values))


@pytest.mark.parametrize("dtype", sf.NAMES)
def test_float64_is_rounded_once(dtype):
    one = 1.0 if dtype == "float8_e8m0fnu" else float(sf.decoded(dtype, np.uint8([1]))[0])
    # Above and below halfway between two values, by less than float32 can tell.
    values = np.float64([1.5 * one * (1 + 2.0**-40), 1.5 * one * (1 - 2.0**-40)])
    got = run_encoder(dtype, values, "float64")
    assert got.tolist() == ([128, 128] if dtype == "float8_e8m0fnu" else [2, 1])


@pytest.mark.parametrize("dtype", sf.NAMES)
def test_integers(dtype):
    values = np.int32([0, 1, -1, 3, 5, 7, 100, -100, 2**24 + 1, 2**31 - 1, -(2**31)])
    np.testing.assert_array_equal(
        run_encoder(dtype, values, "int32"), sf.encoded(dtype, values.astype(np.float32))
    )


@pytest.mark.parametrize("dtype", sf.FP8 + sf.FNUZ)
def test_memory_keeps_every_pattern(dtype):
    copy = tirx.parse(f'''from tirx import script as T

@T.function
def copy(A: T.Tensor((256,), "{dtype}"), B: T.Tensor((256,), "{dtype}")):
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=1, block=64)):
        i = T.gpu.thread_idx("x")
        s = T.alloc_shared((256,), "{dtype}")
        for v in T.vectorized(4):
            s[i * 4 + v] = A[i * 4 + v]
        T.gpu.sync()
        mine: T.{dtype} = s[i * 4]
        B[i * 4] = T.if_then_else(i < 64, mine, mine)
        for k in range(1, 4):
            B[i * 4 + k] = s[i * 4 + k]
''')
    a = np.arange(256, dtype=np.uint8).view(getattr(ml_dtypes, dtype))
    b = np.zeros_like(a)
    tirx.compile(copy, executor="simulator")(a, b)
    np.testing.assert_array_equal(b.view(np.uint8), a.view(np.uint8))


ARITHMETIC = """from tirx import script as T

@T.function
def compute(
    A: T.Tensor((256,), "{dtype}"),
    B: T.Tensor((256,), "{dtype}"),
    O: T.Tensor((6, 256), "{dtype}"),
    less: T.Tensor((256,), "bool"),
):
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=1, block=256)):
        i = T.gpu.thread_idx("x")
        O[0, i] = A[i] + B[i]
        O[1, i] = A[i] * B[i] - A[i]
        O[2, i] = T.max(A[i], B[i])
        O[3, i] = -A[i]
        O[4, i] = T.sqrt(T.abs(A[i]))
        O[5, i] = A[i] + 0.5
        less[i] = A[i] < B[i]
"""


@pytest.mark.parametrize("dtype", ["float8_e4m3fn", "float8_e5m2", "float8_e4m3fnuz"])
def test_arithmetic_is_float32_rounded_after_each_operation(dtype):
    a = np.arange(256, dtype=np.uint8)
    b = np.roll(a, 77)
    output, less = np.zeros((6, 256), np.uint8), np.zeros(256, bool)
    kind = getattr(ml_dtypes, dtype)
    module = tirx.parse(ARITHMETIC.format(dtype=dtype))
    tirx.compile(module, executor="simulator")(a.view(kind), b.view(kind), output.view(kind), less)
    x, y = sf.decoded(dtype, a), sf.decoded(dtype, b)
    with np.errstate(all="ignore"):
        size = sf.decoded(dtype, sf.encoded(dtype, np.abs(x)))  # infinities saturate
        product = sf.decoded(dtype, sf.encoded(dtype, x * y))
        expected = [x + y, product - x, np.fmax(x, y), -x, np.sqrt(size), x + np.float32(0.5)]
        np.testing.assert_array_equal(less, x < y)
    for row, values in zip(output, expected, strict=True):
        want = sf.encoded(dtype, values)
        # Zeros of both signs are one maximum.
        same = (row == want) | ((sf.decoded(dtype, row) == 0) & (sf.decoded(dtype, want) == 0))
        assert same.all(), (x[~same], y[~same], row[~same], want[~same])


@pytest.mark.parametrize("arch", ["sm_90a", "sm_100a"])
@pytest.mark.parametrize("dtype", sf.CUDA)
def test_conversions_compile(dtype, arch):
    for module in [sf.decoder(dtype), sf.encoder(dtype, "float32"), sf.encoder(dtype, "float16")]:
        assert tirx.compile(module, arch=arch).resources[0]["spill_bytes"] == 0


@pytest.mark.parametrize("arch", ["sm_75", "sm_90a", "sm_100a"])
@pytest.mark.parametrize("dtype", ["float8_e4m3fn", "float8_e5m2"])
def test_arithmetic_compiles(dtype, arch):
    exe = tirx.compile(tirx.parse(ARITHMETIC.format(dtype=dtype)), arch=arch)
    assert exe.resources[0]["name"] == "compute_kernel"


@pytest.mark.parametrize("dtype", ["float8_e4m3fnuz", "float8_e3m4"])
def test_types_without_a_name_are_moved_but_not_converted(dtype):
    move = tirx.parse(f'''from tirx import script as T

@T.function
def move(A: T.Tensor((64,), "{dtype}"), B: T.Tensor((64,), "{dtype}"), keep: T.bool):
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=1, block=64)):
        i = T.gpu.thread_idx("x")
        x: T.{dtype} = A[i]
        B[i] = T.Select(keep, x, T.{dtype}(1.0))
''')
    text = tirx.compile(move, arch="sm_90a").inspect_source()
    assert "unsigned char* __restrict__ A_ptr" in text and "fp8" not in text
    with pytest.raises(tirx.DiagnosticError, match=f"cannot convert float32 to {dtype}.*NotComputed"):
        tirx.compile(sf.encoder(dtype, "float32"), arch="sm_90a")


def on_device(module, values, output):
    cupy = pytest.importorskip("cupy")
    out = cupy.asarray(output)
    tirx.compile(module, target="cuda")(cupy.asarray(values), out)
    return cupy.asnumpy(out)


@pytest.mark.gpu
@pytest.mark.parametrize("dtype", sf.CUDA)
def test_device_reads_every_pattern_as_the_simulator_does(dtype):
    got = on_device(sf.decoder(dtype), sf.patterns(dtype), np.zeros(256, np.float32))
    assert_same_floats(got, run_decoder(dtype))


@pytest.mark.gpu
@pytest.mark.parametrize("source", ["float16", "float32"])
@pytest.mark.parametrize("dtype", sf.CUDA)
def test_device_rounds_as_the_simulator_does(dtype, source):
    values = sf.SOURCES[source](dtype)
    got = on_device(sf.encoder(dtype, source), values, np.zeros(len(values), np.uint8))
    np.testing.assert_array_equal(got, run_encoder(dtype, values, source))
