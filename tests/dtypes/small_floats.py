# SPDX-License-Identifier: Apache-2.0
"""Floats of at most 8 bits: kernels that convert them, and what NumPy with ml_dtypes says about it.

ml_dtypes overflows where the language, like CUDA's headers, saturates, and it has no rule for which NaN results;
both are written out here.
"""

import ml_dtypes
import numpy as np
import tirx

FP8 = ["float8_e4m3fn", "float8_e5m2", "float8_e8m0fnu", "float8_e3m4", "float8_e4m3"]
FNUZ = ["float8_e4m3b11fnuz", "float8_e4m3fnuz", "float8_e5m2fnuz"]
SUB_BYTE = ["float6_e2m3fn", "float6_e3m2fn", "float4_e2m1fn"]
NAMES = FP8 + FNUZ + SUB_BYTE
CUDA = ["float8_e4m3fn", "float8_e5m2", "float8_e8m0fnu", *SUB_BYTE]  # with a name in CUDA's headers

DECODE = """from tirx import script as T

@T.function
def decode(P: T.Tensor((256,), "uint8"), O: T.Tensor((256,), "{to}")):
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=1, block=256)):
        i = T.gpu.thread_idx("x")
        O[i] = T.cast(T.reinterpret("{dtype}", P[i]), "{to}")
"""

ENCODE = """from tirx import script as T

@T.function
def encode(X: T.Tensor(("n",), "{source}"), O: T.Tensor(("n",), "uint8")):
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=T.ceildiv(n, 256), block=256)):
        i = T.gpu.block_idx("x") * 256 + T.gpu.thread_idx("x")
        if i < n:
            O[i] = T.reinterpret("uint8", T.cast(X[i], "{dtype}"))
"""


def decoder(dtype, to="float32"):
    return tirx.parse(DECODE.format(dtype=dtype, to=to))


def encoder(dtype, source):
    return tirx.parse(ENCODE.format(dtype=dtype, source=source))


def bits(dtype):
    return ml_dtypes.finfo(getattr(ml_dtypes, dtype)).bits


def patterns(dtype):
    """All bit patterns; those of smaller types in the low bits of a byte."""
    return np.arange(256, dtype=np.uint8) & np.uint8(2 ** bits(dtype) - 1)


def decoded(dtype, words):
    return words.view(getattr(ml_dtypes, dtype)).astype(np.float32)


def nan_pattern(dtype):
    if dtype in SUB_BYTE:
        return 2 ** (bits(dtype) - 1) - 1  # the largest value
    if dtype in FNUZ:
        return 0x80
    return 0xFF if dtype == "float8_e8m0fnu" else 0x7F


def encoded(dtype, values):
    """The patterns that `values`, floats of any type, are converted to."""
    with np.errstate(invalid="ignore"):
        nan = np.isnan(values)
    kept = np.where(nan, values.dtype.type(1), values).astype(np.float64)
    if dtype == "float8_e8m0fnu":
        mantissa, exponent = np.frexp(np.abs(kept))  # |kept| = mantissa * 2**exponent, 0.5 <= mantissa < 1
        power = np.where(mantissa == 0.5, exponent - 1, exponent)
        power = np.where(np.isinf(kept), 127, np.where(kept == 0, -127, power))
        words = (np.clip(power, -127, 127) + 127).astype(np.uint8)
    else:
        kind = getattr(ml_dtypes, dtype)
        limit = float(ml_dtypes.finfo(kind).max)
        # A value of float32 or less is converted by one rounding.
        words = np.clip(kept, -limit, limit).astype(np.float32).astype(kind).view(np.uint8)
    return np.where(nan, np.uint8(nan_pattern(dtype)), words)


def all_float16():
    return np.arange(2**16, dtype=np.uint16).view(np.float16)


def all_bfloat16():
    return np.arange(2**16, dtype=np.uint16).view(ml_dtypes.bfloat16)


def some_float32(dtype):
    """Random patterns, numbers of the size that the type has, and all halfway cases with their neighbours."""
    rng = np.random.default_rng(5)
    anything = rng.integers(0, 2**32, 2**16, dtype=np.uint32).view(np.float32)
    near = (rng.standard_normal(2**15) * 2.0 ** rng.integers(-16, 17, 2**15)).astype(np.float32)
    values = np.unique(decoded(dtype, patterns(dtype)))
    values = values[np.isfinite(values)].astype(np.float64)
    half = ((values[1:] + values[:-1]) / 2).astype(np.float32)
    edges = [values.astype(np.float32), half, np.nextafter(half, np.inf), np.nextafter(half, -np.inf)]
    special = np.float32([0.0, -0.0, np.inf, -np.inf, np.nan, -np.nan, 1e-45, -1e-45, 3e38, -3e38])
    return np.concatenate([anything, near, *edges, special]).astype(np.float32)


SOURCES = {
    "float16": lambda dtype: all_float16(),
    "bfloat16": lambda dtype: all_bfloat16(),
    "float32": some_float32,
}
