# SPDX-License-Identifier: Apache-2.0
"""Cases for the rows of T.cuda: (expression, x, what NumPy says, units in the last place), as in test_rows.py."""

import ml_dtypes
import numpy as np

LANES = 64
ids = np.arange(LANES)
lane = ids % 32
warp = ids // 32 * 32
INTS = (ids * 2654435761 % 2**32).astype(np.uint32).view(np.int32)
UINTS = INTS.view(np.uint32)
FLOATS = np.linspace(-8, 8, LANES, dtype=np.float32)
POSITIVE = np.linspace(0.01, 20, LANES, dtype=np.float32)
PAIRS = FLOATS.view(np.uint32).astype(np.uint64) | np.roll(FLOATS, 3).view(np.uint32).astype(np.uint64) << 32
BF16_PAIRS = (FLOATS.astype(ml_dtypes.bfloat16).view(np.uint16).astype(np.uint32)) | (
    np.roll(FLOATS, 5).astype(ml_dtypes.bfloat16).view(np.uint16).astype(np.uint32) << 16
)
SMALL = ids.astype(np.int32) // 3 % 4
FULL = "T.uint32(0xFFFFFFFF)"
# Each half of a warp by itself.
HALVES = "T.Select(i % 32 < 16, T.uint32(0x0000FFFF), T.uint32(0xFFFF0000))"


def in_parts(width, reduce):
    return lambda x, y, z: np.repeat([reduce(x[k : k + width]) for k in range(0, LANES, width)], width)


def of_pairs(function):
    """On the two float32 of each 64-bit word."""

    def apply(*words):
        halves = [w.view(np.float32).reshape(-1, 2) for w in words]
        return np.ascontiguousarray(function(*halves).astype(np.float32)).view(np.uint64).reshape(-1)

    return apply


def of_bfloats(function):
    """On the two bfloat16 of each 32-bit word."""

    def apply(*words):
        halves = [w.view(ml_dtypes.bfloat16).astype(np.float32) for w in words]
        return function(*halves).astype(ml_dtypes.bfloat16).view(np.uint32)

    return apply


def packed(dtype):
    return lambda x, y, z: np.stack([x, y], 1).astype(dtype).view(np.uint32).reshape(-1)


def rounded(x, mode):
    """To integers, saturating."""
    way = {"rn": np.rint, "rz": np.trunc, "ru": np.ceil, "rd": np.floor}[mode]
    return np.clip(way(x.astype(np.float64)), -(2.0**31), 2**31 - 1).astype(np.int32)


def directed(x, dtype, mode):
    """float64 to float32 in a direction, from the nearest value."""
    near = x.astype(dtype)
    wide, exact = near.astype(np.float64), x.astype(np.float64)
    down, up = np.nextafter(near, dtype(-np.inf)), np.nextafter(near, dtype(np.inf))
    towards_zero = np.where(exact > 0, "rd", "ru")
    way = towards_zero if mode == "rz" else np.full(len(x), mode)
    near = np.where((way == "rd") & (wide > exact), down, near)
    return np.where((way == "ru") & (wide < exact), up, near).astype(dtype)


def dp4a(x, y, z):
    a, b = x.view(np.int8).reshape(-1, 4).astype(np.int64), y.view(np.int8).reshape(-1, 4).astype(np.int64)
    return ((a * b).sum(1) + z).astype(np.int64).astype(np.uint32).view(np.int32)


def match(x, whole):
    out = []
    for i in range(LANES):
        same = sum(1 << k for k in range(32) if x[warp[i] + k] == x[i])
        out.append(same if not whole or same == 2**32 - 1 else 0)
    return np.array(out, np.uint32)


def reduced(name, function):
    return (f"T.cuda.reduce_{name}_sync({HALVES}, x)", UINTS, in_parts(16, function), 0)


CASES = {
    "cuda.ffs": ("T.cuda.ffs(x)", INTS, lambda x, y, z: [(int(v) & -int(v)).bit_length() for v in x], 0),
    "cuda.brev": ("T.cuda.brev(x)", UINTS, lambda x, y, z: [int(f"{v:032b}"[::-1], 2) for v in x], 0),
    "cuda.byte_perm": ("T.cuda.byte_perm(x, 0, 0x0123)", UINTS, lambda x, y, z: x.byteswap(), 0),
    "cuda.dp4a": ("T.cuda.dp4a(x, y, z)", INTS, dp4a, 0),
    # Shuffles, votes, matches, reductions of named lanes.
    "cuda.shfl_sync": (f"T.cuda.__shfl_sync({FULL}, x, 3, 8)", INTS, lambda x, y, z: x[ids // 8 * 8 + 3], 0),
    "cuda.shfl_up_sync": (
        f"T.cuda.shfl_up_sync({HALVES}, x, 2, width=16)",
        INTS,
        lambda x, y, z: np.where(ids % 16 < 2, x, x[ids - 2]),
        0,
    ),
    "cuda.shfl_down_sync": (
        f"T.cuda.shfl_down_sync({HALVES}, x, 5, width=8)",
        FLOATS,
        lambda x, y, z: np.where(ids % 8 > 2, x, x[np.minimum(ids + 5, LANES - 1)]),
        0,
    ),
    "cuda.shfl_xor_sync": (f"T.cuda.shfl_xor_sync({FULL}, x, 9)", INTS, lambda x, y, z: x[ids ^ 9], 0),
    "cuda.any_sync": (f"T.cuda.any_sync({HALVES}, x == 5.0)", np.round(FLOATS), in_parts(16, lambda v: (v == 5).any()), 0),
    "cuda.all_sync": (f"T.cuda.all_sync({HALVES}, x < 4)", FLOATS, in_parts(16, lambda v: (v < 4).all()), 0),
    "cuda.uni_sync": (
        f"T.cuda.uni_sync({HALVES}, x < 3)",
        FLOATS,
        in_parts(16, lambda v: (v < 3).all() or not (v < 3).any()),
        0,
    ),
    "cuda.ballot_sync": (
        f"T.cuda.ballot_sync({FULL}, x > 0)",
        INTS,
        in_parts(32, lambda v: np.uint32(sum(1 << i for i, bit in enumerate(v > 0) if bit))),
        0,
    ),
    "cuda.match_any_sync": (f"T.cuda.match_any_sync({FULL}, x)", SMALL, lambda x, y, z: match(x, False), 0),
    "cuda.match_all_sync": (
        f"T.cuda.match_all_sync({FULL}, x)",
        np.where(ids < 32, 7, SMALL).astype(np.int32),
        lambda x, y, z: match(x, True),
        0,
    ),
    "cuda.reduce_add_sync": reduced("add", lambda v: v.sum(dtype=np.uint32)),
    "cuda.reduce_min_sync": reduced("min", np.min),
    "cuda.reduce_max_sync": reduced("max", np.max),
    "cuda.reduce_and_sync": reduced("and", np.bitwise_and.reduce),
    "cuda.reduce_or_sync": reduced("or", np.bitwise_or.reduce),
    "cuda.reduce_xor_sync": reduced("xor", np.bitwise_xor.reduce),
    "cuda.warp_reduce": ('T.cuda.warp_reduce(x, "max", 8)', FLOATS, in_parts(8, np.max), 0),
    "cuda.warp_sum": ("T.cuda.warp_sum(x, width=4)", INTS // 64, in_parts(4, np.sum), 0),
    "cuda.warp_max": ("T.cuda.warp_max(x)", INTS, in_parts(32, np.max), 0),
    "cuda.warp_min": ("T.cuda.warp_min(x, 2)", FLOATS, in_parts(2, np.min), 0),
    "cuda.cta_reduce": ('T.cuda.cta_reduce(x, "sum", 2, s[0])', INTS // 64, in_parts(64, np.sum), 0),
    "cuda.cta_reduce, min": ('T.cuda.cta_reduce(x, "min", 2, s[8])', FLOATS, in_parts(64, np.min), 0),
    "cuda.activemask": ("T.cuda.activemask()", INTS, lambda x, y, z: np.full(LANES, 2**32 - 1, np.uint32), 0),
    "cuda.elect_sync": ("T.cuda.elect_sync()", INTS, lambda x, y, z: lane == 0, 0),
    # The block.
    "cuda.syncthreads_and": ("T.cuda.syncthreads_and(x < 8)", FLOATS, in_parts(64, lambda v: (v < 8).all()), 0),
    "cuda.syncthreads_or": ("T.cuda.syncthreads_or(x == y)", FLOATS, in_parts(64, lambda v: False), 0),
    "cuda.syncthreads_count": ("T.cuda.syncthreads_count(x > 0)", FLOATS, in_parts(64, lambda v: (v > 0).sum()), 0),
    "cuda.warp_id": ("T.cuda.warp_id()", INTS, lambda x, y, z: ids // 32, 0),
    "cuda.warpgroup_id": ("T.cuda.warpgroup_id()", INTS, lambda x, y, z: 0 * ids, 0),
    "cuda.warp_in_warpgroup": ("T.cuda.warp_in_warpgroup()", INTS, lambda x, y, z: ids // 32, 0),
    "cuda.thread_in_warpgroup": ("T.cuda.thread_in_warpgroup()", INTS, lambda x, y, z: ids, 0),
    # Memory.
    "cuda.ldg": ("T.cuda.ldg(X[63 - i])", INTS, lambda x, y, z: x[::-1], 0),
    "cuda.smem_addr_from_uint64": (
        'T.cuda.smem_addr_from_uint64(T.cast(x, "uint64") * T.uint64(5))',
        UINTS,
        lambda x, y, z: x * np.uint32(5),
        0,
    ),
    # Approximations: the simulator gives the function itself.
    "cuda.fast_exp": ("T.cuda.fast_exp(x)", FLOATS, lambda x, y, z: np.exp(x.astype(np.float64)), 1),
    "cuda.fast_exp10": ("T.cuda.fast_exp10(x)", FLOATS, lambda x, y, z: 10.0 ** x.astype(np.float64), 1),
    "cuda.fast_log": ("T.cuda.fast_log(x)", POSITIVE + 2, lambda x, y, z: np.log(x.astype(np.float64)), 1),
    "cuda.fast_log2": ("T.cuda.fast_log2(x)", POSITIVE + 2, lambda x, y, z: np.log2(x.astype(np.float64)), 1),
    "cuda.fast_log10": ("T.cuda.fast_log10(x)", POSITIVE + 2, lambda x, y, z: np.log10(x.astype(np.float64)), 1),
    "cuda.fast_sin": ("T.cuda.fast_sin(x)", FLOATS / 4, lambda x, y, z: np.sin(x.astype(np.float64)), 1),
    "cuda.fast_cos": ("T.cuda.fast_cos(x)", FLOATS / 4, lambda x, y, z: np.cos(x.astype(np.float64)), 1),
    "cuda.fast_tan": ("T.cuda.fast_tan(x)", FLOATS / 8, lambda x, y, z: np.tan(x.astype(np.float64)), 1),
    "cuda.fast_pow": ("T.cuda.fast_pow(x, y)", POSITIVE, lambda x, y, z: x.astype(np.float64) ** y, 1),
    "cuda.fdividef": ("T.cuda.fdividef(x, y)", FLOATS, lambda x, y, z: x / y, 1),
    "cuda.saturate": ("T.cuda.saturate(x)", FLOATS, lambda x, y, z: np.clip(x, 0, 1), 0),
    "cuda.rsqrt_rn": ("T.cuda.rsqrt_rn(x)", POSITIVE, lambda x, y, z: 1 / np.sqrt(x.astype(np.float64)), 1),
    "cuda.rcp_rn": ("T.cuda.rcp_rn(x)", FLOATS, lambda x, y, z: 1 / x, 0),
    # Conversions.
    "cuda.half2float": ('T.cuda.half2float(T.cast(x, "float16"))', FLOATS, lambda x, y, z: x.astype(np.float16).astype(np.float32), 0),
    "cuda.bfloat162float": (
        'T.cuda.bfloat162float(T.cast(x, "bfloat16"))',
        FLOATS,
        lambda x, y, z: x.astype(ml_dtypes.bfloat16).astype(np.float32),
        0,
    ),
    "cuda.float_as_uint": ("T.cuda.float_as_uint(x)", FLOATS, lambda x, y, z: x.view(np.uint32), 0),
    "cuda.float_as_int": ("T.cuda.float_as_int(x)", FLOATS, lambda x, y, z: x.view(np.int32), 0),
    "cuda.uint_as_float": ("T.cuda.uint_as_float(x)", FLOATS.view(np.uint32), lambda x, y, z: x.view(np.float32), 0),
    "cuda.int_as_float": ("T.cuda.int_as_float(x)", FLOATS.view(np.int32), lambda x, y, z: x.view(np.float32), 0),
    **{
        f"cuda.cast_rounded, {mode}": (
            f'T.cuda.cast_rounded(x, "int32", "{mode}")',
            FLOATS * np.float32(1e9) if mode == "rz" else FLOATS,
            lambda x, y, z, mode=mode: rounded(x, mode),
            0,
        )
        for mode in ("rn", "rz", "ru", "rd")
    },
    **{
        f"cuda.cast_rounded, float32 {mode}": (
            f'T.cuda.cast_rounded(x, "float32", rounding="{mode}")',
            INTS.astype(np.int64) * 5,
            lambda x, y, z, mode=mode: directed(x, np.float32, mode),
            0,
        )
        for mode in ("rn", "rz", "ru", "rd")
    },
    # Packed values.
    "cuda.make_float2": (
        "T.cuda.make_float2(x, y)",
        FLOATS,
        lambda x, y, z: np.stack([x, y], 1).view(np.uint64).reshape(-1),
        0,
    ),
    "cuda.float2_x": ("T.cuda.float2_x(x)", PAIRS, lambda x, y, z: x.view(np.float32)[0::2], 0),
    "cuda.float2_y": ("T.cuda.float2_y(x)", PAIRS, lambda x, y, z: x.view(np.float32)[1::2], 0),
    "cuda.fadd2_rn": ("T.cuda.fadd2_rn(x, y)", PAIRS, lambda x, y, z: of_pairs(np.add)(x, y), 0),
    "cuda.fmul2_rn": ("T.cuda.fmul2_rn(x, y)", PAIRS, lambda x, y, z: of_pairs(np.multiply)(x, y), 0),
    "cuda.ffma2_rn": (
        "T.cuda.ffma2_rn(x, y, z)",
        PAIRS,
        lambda x, y, z: of_pairs(lambda a, b, c: a.astype(np.float64) * b + c)(x, y, z),
        0,
    ),
    "cuda.float22half2_rn": ("T.cuda.float22half2_rn(x, y)", FLOATS, packed(np.float16), 0),
    "cuda.half22float2": (
        "T.cuda.half22float2(T.cuda.float22half2_rn(x, y))",
        FLOATS,
        lambda x, y, z: np.stack([x, y], 1).astype(np.float16).astype(np.float32).view(np.uint64).reshape(-1),
        0,
    ),
    "cuda.float22bfloat162_rn": ("T.cuda.float22bfloat162_rn(x, y)", FLOATS, packed(ml_dtypes.bfloat16), 0),
    "cuda.float22bfloat162_rn_from_float2": (
        "T.cuda.float22bfloat162_rn_from_float2(x)",
        PAIRS,
        lambda x, y, z: x.view(np.float32).astype(ml_dtypes.bfloat16).view(np.uint32),
        0,
    ),
    "cuda.bfloat1622float2": (
        "T.cuda.bfloat1622float2(x)",
        BF16_PAIRS,
        lambda x, y, z: x.view(ml_dtypes.bfloat16).astype(np.float32).view(np.uint64),
        0,
    ),
    "cuda.hmin2": ("T.cuda.hmin2(x, y)", BF16_PAIRS, lambda x, y, z: of_bfloats(np.fmin)(x, y), 0),
    "cuda.hmax2": ("T.cuda.hmax2(x, y)", BF16_PAIRS, lambda x, y, z: of_bfloats(np.fmax)(x, y), 0),
    "cuda.hadd2": ("T.cuda.hadd2(x, y)", BF16_PAIRS, lambda x, y, z: of_bfloats(np.add)(x, y), 0),
    "cuda.hmul2": ("T.cuda.hmul2(x, y)", BF16_PAIRS, lambda x, y, z: of_bfloats(np.multiply)(x, y), 0),
    "cuda.fp8x4_e4m3_from_float4": (
        "T.cuda.fp8x4_e4m3_from_float4(x, y, z, x * 100.0)",
        FLOATS,
        lambda x, y, z: np.clip(np.stack([x, y, z, x * np.float32(100)], 1), -448, 448)
        .astype(ml_dtypes.float8_e4m3fn)
        .view(np.uint32)
        .reshape(-1),
        0,
    ),
}  # fmt: skip

# Per thread eight floats of each type, from i on.
EIGHT = [
    'f = T.alloc_shared((512,), "float32", align=16)',
    'h = T.alloc_shared((512,), "float16", align=16)',
    "for k in range(8):",
    '    f[i * 8 + k] = T.cast((i + k) % 50, "float32")',
    '    h[i * 8 + k] = T.cast((i + k) % 70, "float16")',
]
SUM = ["total: T.float32 = 0.0", "for k in range(8):", "    total += {}", 'o[i] = T.cast(total, "int32")']

# Statements: their effect on the block's shared tensor `s` or on the output `o`, element by element.
STATEMENTS = {
    "cuda.ldg, vector": (
        ["if i < 16:", "    o[i * 4 : i * 4 + 4] = T.cuda.ldg(X[i * 4 : i * 4 + 4])"],
        INTS,
        lambda x: x,
    ),
    "cuda.ldg, vector of no alignment": (
        ["if i < 15:", "    o[i * 4 : i * 4 + 4] = T.cuda.ldg(X[i * 4 + 3 : i * 4 + 7])"],
        INTS,
        lambda x: np.where(ids < 60, np.roll(x, -3), 0),
    ),
    "cuda.syncwarp": (
        ["s[i] = x", "T.cuda.syncwarp(0xFFFFFFFF)", "o[i] = s[i ^ 1]"],
        INTS,
        lambda x: x[ids ^ 1],
    ),
    "cuda.bar_sync": (["s[i] = x", "T.cuda.bar_sync(1, 64)", "o[i] = s[63 - i]"], INTS, lambda x: x[::-1]),
    # The first warp waits for the second, which goes on.
    "cuda.bar_arrive": (
        [
            "s[i] = x",
            "if i >= 32:",
            "    T.cuda.bar_arrive(2, 64)",
            "    o[i] = 0",
            "else:",
            "    T.cuda.bar_sync(2, 64)",
            "    o[i] = s[i + 32]",
        ],
        INTS,
        lambda x: np.where(ids < 32, np.roll(x, -32), 0),
    ),
    "cuda.threadfence": (["o[i] = x", "T.cuda.threadfence()"], INTS, lambda x: x),
    "cuda.threadfence_block": (["o[i] = x", "T.cuda.threadfence_block()"], INTS, lambda x: x),
    "cuda.threadfence_system": (["o[i] = x", "T.cuda.threadfence_system()"], INTS, lambda x: x),
    "cuda.fence": (['o[i] = x', 'T.cuda.fence("release", scope="block")'], INTS, lambda x: x),
    "cuda.nanosleep": (["o[i] = x", "T.cuda.nanosleep(20)"], INTS, lambda x: x),
    "cuda.trap": (["o[i] = x", "if i > 64:", "    T.cuda.trap()"], INTS, lambda x: x),
    "cuda.trap_when_assert_failed": (["o[i] = x", "T.cuda.trap_when_assert_failed(i < 64)"], INTS, lambda x: x),
    "cuda.clock": (['o[i] = T.cast(T.cuda.clock() >= T.uint32(0), "int32")'], INTS, lambda x: np.ones(LANES, np.int32)),
    "cuda.clock64": (
        ["a = T.cuda.clock64()", "b = T.cuda.clock64()", 'o[i] = T.cast(b >= a, "int32")'],
        INTS,
        lambda x: np.ones(LANES, np.int32),
    ),
    "cuda.globaltimer": (
        ["a = T.cuda.globaltimer()", "b = T.cuda.globaltimer()", 'o[i] = T.cast(b >= a, "int32")'],
        INTS,
        lambda x: np.ones(LANES, np.int32),
    ),
    "cuda.mov_sreg": (['o[i] = T.cast(T.cuda.mov_sreg(32, "laneid"), "int32")'], INTS, lambda x: lane.astype(np.int32)),
    "cuda.cvta_generic_to_shared": (
        ["s[i] = x", 'o[i] = T.cast(T.cuda.cvta_generic_to_shared(s[1]) - T.cuda.cvta_generic_to_shared(s[0]), "int32")'],
        INTS,
        lambda x: 4 + 0 * x,
    ),
    "cuda.is_global": (['o[i] = T.cast(T.cuda.is_global(X[i]), "int32")'], INTS, lambda x: 1 + 0 * x),
    "cuda.is_shared": (["s[i] = x", 'o[i] = T.cast(T.cuda.is_shared(s[i]), "int32")'], INTS, lambda x: 1 + 0 * x),
    "cuda.is_constant": (['o[i] = T.cast(T.cuda.is_constant(X[i]), "int32")'], INTS, lambda x: 0 * x),
    "cuda.is_local": (['o[i] = T.cast(T.cuda.is_local(X[i]), "int32")'], INTS, lambda x: 0 * x),
    # A kernel without clusters is one of clusters of one block.
    "cuda.cluster_arrive": (
        ["s[i] = x", "T.cuda.cluster_arrive()", "T.cuda.cluster_wait()", "o[i] = s[63 - i]"],
        INTS,
        lambda x: x[::-1],
    ),
    "cuda.cluster_wait": (["T.cuda.cluster_arrive()", "T.cuda.cluster_wait()", "o[i] = x"], INTS, lambda x: x),
    "cuda.cluster_sync": (["s[i] = x", "T.cuda.cluster_sync()", "o[i] = s[63 - i]"], INTS, lambda x: x[::-1]),
    "cuda.cluster_cta_id": (['o[i] = T.cuda.cluster_cta_id("x")'], INTS, lambda x: 0 * x),
    "cuda.cluster_id": (['o[i] = T.cuda.cluster_id("x")'], INTS, lambda x: 0 * x),
    "cuda.cluster_dim": (['o[i] = T.cuda.cluster_dim("y")'], INTS, lambda x: 1 + 0 * x),
    "cuda.cluster_grid_dim": (['o[i] = T.cuda.cluster_grid_dim("x")'], INTS, lambda x: 1 + 0 * x),
    "cuda.cluster_cta_rank": (["o[i] = T.cuda.cluster_cta_rank()"], INTS, lambda x: 0 * x),
    "cuda.cluster_size": (["o[i] = T.cuda.cluster_size()"], INTS, lambda x: 1 + 0 * x),
    "cuda.cta_pair_id": (["o[i] = T.cuda.cta_pair_id()"], INTS, lambda x: 0 * x),
    "cuda.float22half2": (
        [*EIGHT, "T.cuda.float22half2(h[i * 8], f[i * 8])", 'o[i] = T.cast(h[i * 8], "int32") + T.cast(h[i * 8 + 1], "int32") * 100'],
        INTS,
        lambda x: (ids % 50 + (ids + 1) % 50 * 100).astype(np.int32),
    ),
    "cuda.half8tofloat8": (
        [*EIGHT, "T.cuda.half8tofloat8(h[i * 8], f[i * 8])", *[line.format("f[i * 8 + k]") for line in SUM]],
        INTS,
        lambda x: sum((ids + k) % 70 for k in range(8)).astype(np.int32),
    ),
    "cuda.float8tohalf8": (
        [*EIGHT, "T.cuda.float8tohalf8(f[i * 8], h[i * 8])", *[line.format('T.cast(h[i * 8 + k], "float32")') for line in SUM]],
        INTS,
        lambda x: sum((ids + k) % 50 for k in range(8)).astype(np.int32),
    ),
    "cuda.map_shared_rank": (
        ["s[i] = x", "T.gpu.sync()", "p = T.cuda.map_shared_rank(s[i], 0)", "o[i] = T.cuda.atomic_add(p, 1)"],
        INTS // 2,
        lambda x: x,
    ),
}  # fmt: skip

# Compiled, but not run here: 128 threads must come, or a cooperative launch is needed.
COMPILED_ONLY = {
    "cuda.warpgroup_sync": (["o[i] = x", "T.cuda.warpgroup_sync(3)"], INTS, lambda x: x),
    "cuda.grid_sync": (["o[i] = x", "T.cuda.grid_sync()"], INTS, lambda x: x),
}

# The simulator refuses these by name: their values or effects exist on a device alone.
NOT_SIMULATED = {
    name
    for name in [*STATEMENTS, *COMPILED_ONLY]
    if name.startswith(("cuda.is_", "cuda.clock", "cuda.cvta"))
    or name in ("cuda.globaltimer", "cuda.mov_sreg")
}
