# SPDX-License-Identifier: Apache-2.0
"""What the rows of the operation tables are tried with (op_rows.py): the edges of each type and random values, of
those for which the language defines what the row gives."""

import ml_dtypes
import numpy as np

BLOCK = 64  # threads
COUNT = 64 * BLOCK  # values of each operand

DTYPES = {name: np.dtype(name) for name in ["bool", "int8", "int16", "int32", "int64"]}
DTYPES |= {name: np.dtype(name) for name in ["uint8", "uint16", "uint32", "uint64"]}
DTYPES |= {"float16": np.dtype("float16"), "bfloat16": np.dtype(ml_dtypes.bfloat16)}
DTYPES |= {"float32": np.dtype("float32"), "float64": np.dtype("float64")}
SMALL_FLOATS = ["float8_e4m3fn", "float8_e5m2", "float8_e8m0fnu"]  # converted only
DTYPES |= {name: np.dtype(getattr(ml_dtypes, name)) for name in SMALL_FLOATS}


def is_float(dtype):
    return "float" in dtype.name


def is_signed(dtype):
    return dtype.kind == "i"


def _float_edges(dtype):
    """Zeros, denormals, one and its neighbours, powers of two, the largest, infinities, NaN; of both signs.
    And what lies halfway between two values of a narrower type, or next to that."""
    info = ml_dtypes.finfo(dtype)
    tiny, least, eps = (float(v) for v in (info.tiny, info.smallest_subnormal, info.eps))
    numbers = [0, least, 2 * least, tiny - least, tiny, tiny + least, 1 - eps / 2, 1, 1 + eps]
    numbers += [1 + 2.0**-k + d for k in (8, 11, 24) for d in (-eps, 0, eps) if 2.0**-k > eps]
    numbers += [eps, 0.25, 0.5, 1.5, 2, 2.5, 3, 3.5, 10, 100, float(info.max), float(info.max) / 2]
    with np.errstate(all="ignore"):
        values = np.array([*numbers, np.inf], np.float64).astype(dtype)
        return np.concatenate([values, -values, np.array([np.nan], np.float64).astype(dtype)])


def _integer_edges(dtype):
    """The smallest and largest, zero, powers of two; with their neighbours."""
    info, bits = np.iinfo(dtype), dtype.itemsize * 8
    powers = [1 << k for k in (0, 1, 2, 3, 4, 7, 8, 15, 16, 23, 31, 32, 63) if k < bits]
    # Halfway between two values of bfloat16 and of float32.
    powers += [(1 << k) + (1 << k - digits) for k in (30, 62) for digits in (8, 24) if k < bits]
    near = {p + d for p in [info.min, 0, info.max, *powers, *(-p for p in powers)] for d in (-1, 0, 1)}
    return np.array(sorted(v for v in near if info.min <= v <= info.max), dtype)


def edges(dtype):
    if dtype.kind == "b":
        return np.array([False, True])
    if dtype.itemsize == 1:  # all there are
        return np.arange(256, dtype=np.uint8).view(dtype)
    return _float_edges(dtype) if is_float(dtype) else _integer_edges(dtype)


def random_values(dtype, count, random):
    """Half of them any bits, half of moderate size."""
    bits = random.integers(0, 256, count * dtype.itemsize, np.uint8)
    if dtype.kind == "b":
        return bits < 128
    values = bits.view(dtype)
    moderate = random.normal(0, 8, count) if is_float(dtype) else random.integers(0, 100, count)
    with np.errstate(all="ignore"):
        values[::2] = moderate.astype(dtype)[::2]
    return values


def operands(dtype, seed):
    """x, y and z: edges with edges, then random values."""
    random, edge = np.random.default_rng(seed), edges(dtype)
    size = len(edge)
    pairs = np.arange(min(size * size, COUNT // 2)) if dtype.itemsize > 1 else np.arange(COUNT // 2)
    places = [pairs % size, (pairs // size + pairs) % size, pairs * 7 % size]
    return [
        np.concatenate([edge[place], random_values(dtype, COUNT - len(pairs), random)]) for place in places
    ]


# --- what the language leaves undefined ---


def _wide_signed(dtype):
    """Overflow is undefined; narrower integers wrap."""
    return is_signed(dtype) and dtype.itemsize >= 4


def small(shift):
    """Sums of signed integers: parts that are too small to overflow."""
    return lambda *values: [v >> shift if _wide_signed(v.dtype) else v for v in values]


def factors(*values):
    return [v >> (v.dtype.itemsize * 4) if _wide_signed(v.dtype) else v for v in values]


def negatable(*values):
    return [np.maximum(v, -np.iinfo(v.dtype).max) if is_signed(v.dtype) else v for v in values]


def divisor(x, y, z):
    if is_float(y.dtype):
        return [x, y, z]
    y = np.where(y == 0, y.dtype.type(3), y)
    overflows = (y == -1) & (x == np.iinfo(x.dtype).min) if is_signed(y.dtype) else np.zeros(len(y), bool)
    return [x, np.where(overflows, y.dtype.type(5), y), z]


def promised(*values):
    """Greater than -(2**31)."""
    return [np.nan_to_num(np.fmax(v, v.dtype.type(-(2**30)))) for v in values]


def shift_count(x, y, z):
    return [x, (y % np.array(y.dtype.itemsize * 8, y.dtype)).astype(y.dtype), z]


def within(low, high):
    """Approximations: where the manual bounds their error."""
    return lambda *values: [np.clip(np.nan_to_num(v), np.float32(low), np.float32(high)) for v in values]


def power_operands(x, y, z):
    return [*within(0.125, 8)(x), *within(-8, 8)(y), z]


def quotient_operands(x, y, z):
    y = np.copysign(np.clip(np.abs(np.nan_to_num(y)), np.float32(2.0**-126), np.float32(2.0**126)), y)
    return [x, y, z]


# Row: (what is made of the operands, in words).
DEFINED = {
    "+": (small(1), "no overflow"),
    "-": (small(1), "no overflow"),
    "*": (factors, "no overflow"),
    "//": (divisor, "divisors but 0, no overflow"),
    "%": (divisor, "divisors but 0, no overflow"),
    "T.truncdiv": (divisor, "divisors but 0, no overflow"),
    "T.truncmod": (divisor, "divisors but 0, no overflow"),
    "-x": (negatable, "not the smallest"),
    "<<": (shift_count, "shifts below the width"),
    ">>": (shift_count, "shifts below the width"),
    "abs": (negatable, "not the smallest"),
    "if_then_else": (negatable, "not the smallest"),
    "assume": (promised, "what is promised"),
    "gpu.block_idx": (small(1), "no overflow"),
    "gpu.subgroup_sum": (small(5), "no overflow"),
    "gpu.block_sum": (small(6), "no overflow"),
    "gpu.thread_allreduce": (small(6), "no overflow"),
    "gpu.atomic_add": (small(1), "no overflow"),
    "cuda.warp_sum": (small(5), "no overflow"),
    "cuda.cta_reduce": (small(6), "no overflow"),
    "cuda.fast_exp": (within(-8, 8), "-8 to 8"),
    "cuda.fast_exp10": (within(-8, 8), "-8 to 8"),
    "cuda.fast_log": (within(2, 2.0**126), "2 to 2**126"),
    "cuda.fast_log2": (within(2, 2.0**126), "2 to 2**126"),
    "cuda.fast_log10": (within(2, 2.0**126), "2 to 2**126"),
    "cuda.fast_sin": (within(-np.pi, np.pi), "-pi to pi"),
    "cuda.fast_cos": (within(-np.pi, np.pi), "-pi to pi"),
    "cuda.fast_tan": (within(-1, 1), "-1 to 1"),
    "cuda.fast_pow": (power_operands, "1/8 to 8 to the power -8 to 8"),
    "cuda.fdividef": (quotient_operands, "divisors from 2**-126 to 2**126"),
}


# Rows whose operands are several floats in a word.
PACKED = {
    **dict.fromkeys(["cuda.float2_x", "cuda.float2_y", "cuda.fadd2_rn", "cuda.fmul2_rn"], "float32"),
    **dict.fromkeys(["cuda.ffma2_rn", "cuda.float22bfloat162_rn_from_float2"], "float32"),
    **dict.fromkeys(["cuda.hmin2", "cuda.hmax2", "cuda.hadd2", "cuda.hmul2"], "bfloat16"),
    "cuda.bfloat1622float2": "bfloat16",
}


# And those whose results are.
PACKED_RESULTS = {
    **dict.fromkeys(["cuda.fadd2_rn", "cuda.fmul2_rn", "cuda.ffma2_rn", "cuda.half22float2"], "float32"),
    **dict.fromkeys(["cuda.bfloat1622float2"], "float32"),
    **dict.fromkeys(["cuda.float22half2_rn", "cuda.float22half2"], "float16"),
    **dict.fromkeys(["cuda.float22bfloat162_rn", "cuda.float22bfloat162_rn_from_float2"], "bfloat16"),
    **dict.fromkeys(["cuda.hmin2", "cuda.hmax2", "cuda.hadd2", "cuda.hmul2"], "bfloat16"),
}


def defined_operands(row, dtype, seed):
    """x, y and z for a row: where the language defines what it gives."""
    if row in PACKED:
        values = operands(DTYPES[PACKED[row]], seed)
        return [np.stack([v, np.roll(v, 1)], 1).view(dtype).reshape(-1) for v in values]
    values = operands(dtype, seed)
    with np.errstate(all="ignore"):
        return DEFINED[row][0](*values) if row in DEFINED else values
