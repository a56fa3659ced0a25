# SPDX-License-Identifier: Apache-2.0
"""`T.fma` of narrow floats is rounded once, on every backend: compared with exact arithmetic."""

from fractions import Fraction

import ml_dtypes
import numpy as np
import pytest
import tirx

# Digits, and the exponents of the least normal number and of the largest one.
FORMATS = {"float16": (11, -14, 15), "bfloat16": (8, -126, 127)}
KINDS = {"float16": np.float16, "bfloat16": ml_dtypes.bfloat16}
COUNT = 2000

PARAMETERS = ", ".join(f'{name}: T.Tensor(("n",), dtype)' for name in "ABCD")
LOOP = f"""from tirx import script as T
dtype = "{{dtype}}"

@T.function
def fma({PARAMETERS}):
    for i in T.serial(n):
        D[i] = T.fma(A[i], B[i], C[i])
"""
KERNEL = f"""from tirx import script as T
dtype = "{{dtype}}"

@T.function
def fma({PARAMETERS}):
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=T.ceildiv(n, 64), block=64)):
        i = T.gpu.block_idx("x") * 64 + T.gpu.thread_idx("x")
        if i < n:
            D[i] = T.fma(A[i], B[i], C[i])
"""


def rounded(value, dtype):
    """The number of the format nearest to the exact value, ties to even."""
    digits, least, largest = FORMATS[dtype]
    size = abs(value)
    exponent = size.numerator.bit_length() - size.denominator.bit_length()
    exponent -= Fraction(2) ** exponent > size
    unit = Fraction(2) ** (max(exponent, least) - digits + 1)
    result = round(size / unit) * unit  # Python's `round` takes the even one
    result = float(result) if result < Fraction(2) ** (largest + 1) else np.inf
    return -result if value < 0 else result


def expected(a, b, c, dtype):
    x, y, z = (values.astype(np.float64) for values in (a, b, c))
    with np.errstate(all="ignore"):
        result = x * y + z  # of zeros, infinities and NaN this is it
    for i in np.flatnonzero(np.isfinite(x) & np.isfinite(y) & np.isfinite(z) & (result != 0)):
        result[i] = rounded(Fraction(x[i]) * Fraction(y[i]) + Fraction(z[i]), dtype)
    with np.errstate(all="ignore"):
        return result.astype(KINDS[dtype])


def halfway_factors(digits):
    """Odd numbers whose product has one digit more than the format: it lies between two of its numbers."""
    odd = range(3, 2**digits, 2)
    return [(u, v) for u in odd for v in odd[:64] if (u * v).bit_length() == digits + 1]


def cases(dtype):
    """Random numbers, and what is hard: products halfway between two numbers with next to nothing added,
    products that nearly cancel, subnormal numbers, the ends of the range, infinities and NaN.
    """
    rng = np.random.default_rng(7)
    digits, least, largest = FORMATS[dtype]

    def power(low, high):
        return rng.choice([-1.0, 1.0], COUNT) * 2.0 ** rng.integers(low, high + 1, COUNT)

    def number(low, high):
        return power(low, high) * rng.integers(2 ** (digits - 1), 2**digits, COUNT) / 2.0 ** (digits - 1)

    smallest = 2.0 ** (least - digits + 1)
    u, v = rng.choice(halfway_factors(digits), COUNT).T
    x, y = number(-6, 6), number(-6, 6)
    edges = np.array([0, smallest, 2.0**least, 1, 2.0**largest * (2 - 2.0 ** (1 - digits)), np.inf, np.nan])
    patterns = rng.integers(0, 2**16, (3, COUNT), dtype=np.uint16).view(KINDS[dtype])
    grid = np.meshgrid(*[np.concatenate([edges, -edges])] * 3)
    groups = [
        [row.astype(np.float32) for row in patterns],
        (u * power(-4, 0), v * power(-4, 0), number(least, least + 4)),
        (u * power(-4, 0), v * power(-4, 0), smallest * rng.integers(1, 4, COUNT)),
        (x, y, -(x * y)),
        (x, y, -(x * y) * (1 + 2.0 ** (1 - digits))),
        (number(least - digits, least), number(-4, 4), smallest * rng.integers(-9, 9, COUNT)),
        (number(largest, largest), number(-1, 0), number(largest - digits, largest)),
        [row.ravel() for row in grid],
    ]
    with np.errstate(all="ignore"):
        return tuple(np.concatenate(column).astype(KINDS[dtype]) for column in zip(*groups, strict=True))


def differ(got, want):
    nan = np.isnan(want.astype(np.float32))
    other = got.view(np.uint16) != want.view(np.uint16)
    return np.where(nan, ~np.isnan(got.astype(np.float32)), other)


def differences(text, dtype, **options):
    a, b, c = cases(dtype)
    result = np.zeros_like(a)
    tirx.compile(tirx.parse(text.format(dtype=dtype)), **options)(a, b, c, result)
    wrong = differ(result, expected(a, b, c, dtype))
    return list(zip(a[wrong], b[wrong], c[wrong], result[wrong], strict=True))


@pytest.mark.parametrize("dtype", FORMATS)
def test_the_cases_tell_one_rounding_from_two(dtype):
    a, b, c = cases(dtype)
    with np.errstate(all="ignore"):
        sums = a.astype(np.float64) * b.astype(np.float64) + c.astype(np.float64)
        twice = sums.astype(np.float32).astype(KINDS[dtype])
    assert differ(twice, expected(a, b, c, dtype)).sum() > 500


@pytest.mark.parametrize("dtype", FORMATS)
def test_simulator(dtype):
    assert differences(KERNEL, dtype, executor="simulator") == []


@pytest.mark.parametrize("dtype", FORMATS)
def test_cpu(dtype):
    assert differences(LOOP, dtype, target="cpu") == []


@pytest.mark.parametrize("dtype", FORMATS)
def test_opencl(dtype, tmp_path, monkeypatch):
    try:
        tirx.target.detect_target_from_device("opencl")
    except tirx.DiagnosticError as error:
        pytest.skip(f"no OpenCL device: {error}")
    monkeypatch.setenv("POCL_CACHE_DIR", str(tmp_path))
    a, b, c = cases(dtype)
    result = tirx.tensor(np.zeros_like(a), device="opencl")
    arguments = [tirx.tensor(values, device="opencl") for values in (a, b, c)]
    tirx.compile(tirx.parse(KERNEL.format(dtype=dtype)), target="opencl")(*arguments, result)
    assert not differ(tirx.to_numpy(result), expected(a, b, c, dtype)).any()


@pytest.mark.parametrize("dtype", ["bfloat16", "float8_e4m3fn", "float8_e5m2"])
def test_cuda_rounds_once_where_there_is_no_instruction(dtype):
    module = tirx.parse(KERNEL.format(dtype=dtype))
    old, new = (tirx.compile(module, arch=arch).inspect_source() for arch in ("sm_75", "sm_90a"))
    assert "__fmaf_rz(" in old
    assert ("__hfma(" in new) == (dtype == "bfloat16") == ("__fmaf_rz(" not in new)


@pytest.mark.gpu
@pytest.mark.parametrize("dtype", [*FORMATS, "float8_e4m3fn", "float8_e5m2"])
def test_device_gives_the_simulators_bits(dtype):
    kind = KINDS.get(dtype) or getattr(ml_dtypes, dtype)
    if dtype in FORMATS:
        a, b, c = cases(dtype)
    else:
        patterns = np.arange(256, dtype=np.uint8).view(kind)
        a, b = (values.ravel() for values in np.meshgrid(patterns, patterns))
        c = np.roll(a, 12345)
    module = tirx.parse(KERNEL.format(dtype=dtype))
    simulated = np.zeros_like(a)
    exact = {"cuda": {"nvrtc": []}}
    tirx.compile(module, executor="simulator", backend_config=exact)(a, b, c, simulated)
    result = tirx.empty(a.shape, dtype, device="cuda")
    arguments = [tirx.tensor(values, device="cuda") for values in (a, b, c)]
    tirx.compile(module, target="cuda", backend_config=exact)(*arguments, result)
    got = tirx.to_numpy(result)
    nan = np.isnan(simulated.astype(np.float32))
    np.testing.assert_array_equal(np.isnan(got.astype(np.float32)), nan)
    words = np.uint16 if dtype in FORMATS else np.uint8
    np.testing.assert_array_equal(got.view(words)[~nan], simulated.view(words)[~nan])
