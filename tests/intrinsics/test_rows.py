# SPDX-License-Identifier: Apache-2.0
"""Every operation that a kernel can call: the simulator against NumPy, and a device against the simulator."""

import math
import subprocess

import numpy as np
import pytest
import tirx
from intrinsics import cuda_cases

LANES = 64  # two warps
ids = np.arange(LANES)
lane = ids % 32
warp = ids // 32 * 32


def by_element(function):
    return lambda x, y, z: np.array([function(a) for a in x.astype(np.float64)])


def in_warps(reduce):
    """`reduce` over each warp, given to all its lanes."""
    return lambda x, y, z: np.repeat([reduce(x[:32]), reduce(x[32:])], 32)


SPECIAL_32 = np.float32([0.0, -0.0, 1.0, -1.0, 0.5, 2.5, -2.5, 3.5, 1e-3, 10.0, -10.0, 0.1])
FLOATS = np.resize(np.concatenate([SPECIAL_32, np.linspace(-8, 8, 52, dtype=np.float32)]), LANES)
POSITIVE = np.linspace(0.01, 20, LANES, dtype=np.float32)
UNIT = np.linspace(-1, 1, LANES, dtype=np.float32)
WITH_NAN = FLOATS.copy()
WITH_NAN[:3] = [np.nan, np.inf, -np.inf]
INTS = (ids * 2654435761 % 2**32).astype(np.uint32).view(np.int32)
UINTS = INTS.view(np.uint32)

# name: (expression of x, y and z at this thread, x, reference, units in the last place that may differ)
CASES = {
    "exp": ("T.exp(x)", FLOATS, lambda x, y, z: np.exp(x.astype(np.float64)), 1),
    "exp2": ("T.exp2(x)", FLOATS, lambda x, y, z: np.exp2(x.astype(np.float64)), 1),
    "log": ("T.log(x)", POSITIVE, lambda x, y, z: np.log(x.astype(np.float64)), 1),
    "log2": ("T.log2(x)", POSITIVE, lambda x, y, z: np.log2(x.astype(np.float64)), 1),
    "sqrt": ("T.sqrt(x)", POSITIVE, lambda x, y, z: np.sqrt(x.astype(np.float64)), 0),
    "rsqrt": ("T.rsqrt(x)", POSITIVE, lambda x, y, z: 1 / np.sqrt(x.astype(np.float64)), 2),
    "tanh": ("T.tanh(x)", FLOATS, lambda x, y, z: np.tanh(x.astype(np.float64)), 2),
    "sin": ("T.sin(x)", FLOATS, lambda x, y, z: np.sin(x.astype(np.float64)), 2),
    "cos": ("T.cos(x)", FLOATS, lambda x, y, z: np.cos(x.astype(np.float64)), 2),
    "erf": ("T.erf(x)", FLOATS, by_element(math.erf), 2),
    "exp10": ("T.exp10(x)", FLOATS, lambda x, y, z: 10.0 ** x.astype(np.float64), 1),
    "expm1": ("T.expm1(x)", FLOATS, lambda x, y, z: np.expm1(x.astype(np.float64)), 1),
    "log10": ("T.log10(x)", POSITIVE, lambda x, y, z: np.log10(x.astype(np.float64)), 1),
    "log1p": ("T.log1p(x)", POSITIVE, lambda x, y, z: np.log1p(x.astype(np.float64)), 1),
    "tan": ("T.tan(x)", FLOATS, lambda x, y, z: np.tan(x.astype(np.float64)), 1),
    "asin": ("T.asin(x)", UNIT, lambda x, y, z: np.arcsin(x.astype(np.float64)), 1),
    "acos": ("T.acos(x)", UNIT, lambda x, y, z: np.arccos(x.astype(np.float64)), 1),
    "atan": ("T.atan(x)", FLOATS, lambda x, y, z: np.arctan(x.astype(np.float64)), 1),
    "sinh": ("T.sinh(x)", FLOATS, lambda x, y, z: np.sinh(x.astype(np.float64)), 1),
    "cosh": ("T.cosh(x)", FLOATS, lambda x, y, z: np.cosh(x.astype(np.float64)), 1),
    "asinh": ("T.asinh(x)", FLOATS, lambda x, y, z: np.arcsinh(x.astype(np.float64)), 1),
    "acosh": ("T.acosh(x)", POSITIVE + 1, lambda x, y, z: np.arccosh(x.astype(np.float64)), 1),
    "atanh": ("T.atanh(x)", UNIT * np.float32(0.9), lambda x, y, z: np.arctanh(x.astype(np.float64)), 1),
    "sigmoid": ("T.sigmoid(x)", FLOATS, lambda x, y, z: 1 / (1 + np.exp(-x.astype(np.float64))), 1),
    "atan2": ("T.atan2(x, y)", FLOATS, lambda x, y, z: np.arctan2(x.astype(np.float64), y), 1),
    "hypot": ("T.hypot(x, y)", FLOATS, lambda x, y, z: np.hypot(x.astype(np.float64), y), 1),
    "copysign": ("T.copysign(x, y)", FLOATS, lambda x, y, z: np.copysign(x, y), 0),
    "nextafter": ("T.nextafter(x, y)", FLOATS, lambda x, y, z: np.nextafter(x, y), 0),
    "ldexp": (
        'T.ldexp(x, T.cast(y, "int32"))',
        FLOATS,
        lambda x, y, z: np.ldexp(x.astype(np.float64), y.astype(np.int32)),
        0,
    ),
    "ctz": (
        "T.ctz(x)",
        UINTS << 3,
        lambda x, y, z: [(int(v) & -int(v)).bit_length() - 1 if v else 32 for v in x],
        0,
    ),
    "floor": ("T.floor(x)", FLOATS, lambda x, y, z: np.floor(x), 0),
    "ceil": ("T.ceil(x)", FLOATS, lambda x, y, z: np.ceil(x), 0),
    "trunc": ("T.trunc(x)", FLOATS, lambda x, y, z: np.trunc(x), 0),
    "round": ("T.round(x)", FLOATS, lambda x, y, z: np.rint(x), 0),
    "abs": ("T.abs(x)", FLOATS, lambda x, y, z: np.abs(x), 0),
    "pow": ("T.pow(x, y)", POSITIVE, lambda x, y, z: x.astype(np.float64) ** y.astype(np.float64), 2),
    "fmod": ("T.fmod(x, y)", FLOATS, lambda x, y, z: np.fmod(x, y), 0),
    "fma": ("T.fma(x, y, z)", FLOATS, lambda x, y, z: x.astype(np.float64) * y + z, 0),
    "isnan": ("T.isnan(x)", WITH_NAN, lambda x, y, z: np.isnan(x), 0),
    "isinf": ("T.isinf(x)", WITH_NAN, lambda x, y, z: np.isinf(x), 0),
    "isfinite": ("T.isfinite(x)", WITH_NAN, lambda x, y, z: np.isfinite(x), 0),
    "popcount": ("T.popcount(x)", UINTS, lambda x, y, z: [bin(v).count("1") for v in x], 0),
    "clz": ("T.clz(x)", UINTS, lambda x, y, z: [32 - int(v).bit_length() for v in x], 0),
    "q_multiply_shift": (
        "T.q_multiply_shift(x, y, 31, i % 32 - 16)",
        INTS,
        lambda x, y, z: (
            (x.astype(np.int64) * y + (1 << (46 - lane))) >> (47 - lane)
        ).astype(np.int32),
        0,
    ),
    "likely": ("T.likely(x > 0)", INTS, lambda x, y, z: x > 0, 0),
    "isnullptr": ("T.isnullptr(X.data)", INTS, lambda x, y, z: x != x, 0),
    "if_then_else": ("T.if_then_else(x > 0, x, -y)", FLOATS, lambda x, y, z: np.where(x > 0, x, -y), 0),
    "undef": ('T.Select(x > 7, T.undef("int32"), x)', INTS.clip(max=7), lambda x, y, z: x, 0),
    "reinterpret": ('T.reinterpret("int32", x)', FLOATS, lambda x, y, z: x.view(np.int32), 0),
    "gpu.block_idx": ('T.gpu.block_idx("x") + x', INTS // 2, lambda x, y, z: x, 0),
    "gpu.thread_idx": ('T.gpu.thread_idx("x")', INTS, lambda x, y, z: ids, 0),
    "gpu.grid_dim": ('T.gpu.grid_dim("x") + T.gpu.grid_dim("z")', INTS, lambda x, y, z: 2 + 0 * ids, 0),
    "gpu.block_dim": ('T.gpu.block_dim("x")', INTS, lambda x, y, z: LANES + 0 * ids, 0),
    "gpu.linear_thread_id": ("T.gpu.linear_thread_id()", INTS, lambda x, y, z: ids, 0),
    "gpu.lane_id": ("T.gpu.lane_id()", INTS, lambda x, y, z: lane, 0),
    "gpu.subgroup_size": ("T.gpu.subgroup_size()", INTS, lambda x, y, z: 32 + 0 * ids, 0),
    "gpu.shuffle": ("T.gpu.shuffle(x, 5)", INTS, lambda x, y, z: x[warp + 5], 0),
    "gpu.shuffle_up": ("T.gpu.shuffle_up(x, 3)", INTS, lambda x, y, z: np.where(lane < 3, x, x[ids - 3]), 0),
    "gpu.shuffle_down": (
        "T.gpu.shuffle_down(x, 3)",
        INTS,
        lambda x, y, z: np.where(lane > 28, x, x[np.minimum(ids + 3, LANES - 1)]),
        0,
    ),
    "gpu.shuffle_xor": ("T.gpu.shuffle_xor(x, 9)", INTS, lambda x, y, z: x[ids ^ 9], 0),
    "gpu.any": ("T.gpu.any(x > 0 and x < 1)", FLOATS, in_warps(lambda v: ((v > 0) & (v < 1)).any()), 0),
    "gpu.all": ("T.gpu.all(x < 7)", FLOATS, in_warps(lambda v: (v < 7).all()), 0),
    "gpu.ballot": (
        "T.gpu.ballot(x > 0)",
        INTS,
        in_warps(lambda v: sum(1 << i for i, bit in enumerate(v > 0) if bit)),
        0,
    ),
    "gpu.subgroup_sum": ("T.gpu.subgroup_sum(x)", INTS // 64, in_warps(lambda v: v.sum()), 0),
    "gpu.subgroup_max": ("T.gpu.subgroup_max(x)", FLOATS, in_warps(lambda v: v.max()), 0),
    "gpu.subgroup_min": ("T.gpu.subgroup_min(x)", FLOATS, in_warps(lambda v: v.min()), 0),
    "gpu.thread_allreduce": (
        'T.gpu.thread_allreduce(x, "sum")',
        INTS // 64,
        lambda x, y, z: np.full(LANES, x.sum()),
        0,
    ),
    "gpu.block_sum": ("T.gpu.block_sum(x)", INTS // 64, lambda x, y, z: np.full(LANES, x.sum()), 0),
    "gpu.block_max": ("T.gpu.block_max(x)", FLOATS, lambda x, y, z: np.full(LANES, x.max()), 0),
    "gpu.block_min": ("T.gpu.block_min(x)", FLOATS, lambda x, y, z: np.full(LANES, x.min()), 0),
    **cuda_cases.CASES,
}  # fmt: skip

# Statements: their effect on the block's shared tensor `s` or on the output `o`, element by element.
STATEMENTS = {
    "gpu.sync": (["s[i] = x", "T.gpu.sync()", f"o[i] = s[{LANES - 1} - i]"], INTS, lambda x: x[::-1]),
    "gpu.subgroup_sync": (
        ["s[i] = x", "T.gpu.subgroup_sync()", "o[i] = s[i ^ 1]"],
        INTS,
        lambda x: x[ids ^ 1],
    ),
    "gpu.atomic_add": (["o[i] = 1", "T.gpu.atomic_add(o[i], x)"], INTS // 2, lambda x: x + 1),
    # The value operand is a load: only the first operand is an address.
    "gpu.atomic_add, loaded": (["o[i] = 1", "T.gpu.atomic_add(o[i], X[i])"], INTS // 2, lambda x: x + 1),
    "gpu.atomic_min": (["o[i] = 5", "T.gpu.atomic_min(o[i], x)"], INTS, lambda x: np.minimum(x, 5)),
    "gpu.atomic_max": (["o[i] = 5", "T.gpu.atomic_max(o[i], x)"], INTS, lambda x: np.maximum(x, 5)),
    "gpu.atomic_exchange": (["o[i] = 5", "T.gpu.atomic_exchange(o[i], x)"], INTS, lambda x: x),
    "gpu.atomic_cas": (
        ["o[i] = i", "T.gpu.atomic_cas(o[i], 7, x)"],
        INTS,
        lambda x: np.where(ids == 7, x, ids).astype(np.int32),
    ),
    **{
        f"gpu.atomic_{name}": ([f"o[i] = {2**20 - 1}", f"T.gpu.atomic_{name}(o[i], x)"], INTS, change)
        for name, change in {
            "and": lambda x: x & (2**20 - 1),
            "or": lambda x: x | (2**20 - 1),
            "xor": lambda x: x ^ (2**20 - 1),
        }.items()
    },
    # Elements outside of the tensors, where the mask does not hold.
    "masked_load": (
        ["o[i] = T.masked_load(X[i * 4], i < 16, 7)"],
        INTS,
        lambda x: np.where(ids < 16, x[np.minimum(ids * 4, 63)], 7),
    ),
    "masked_store": (
        ["T.masked_store(o[i * 4], x, i < 16)"],
        INTS,
        lambda x: np.where(ids % 4 == 0, x[ids // 4], 0),
    ),
    "assume": (["T.assume(x > -(1 << 31))", "o[i] = x"], INTS, lambda x: x),
    "prefetch": (["T.prefetch(X[63 - i])", "o[i] = x"], INTS, lambda x: x),
    "gpu.printf": (["o[i] = x", "if i == 3:", '    T.gpu.printf("%d\\n", x)'], INTS, lambda x: x),
    **cuda_cases.STATEMENTS,
    **cuda_cases.COMPILED_ONLY,
}

NOT_SIMULATED = cuda_cases.NOT_SIMULATED
RUN = [name for name in [*CASES, *STATEMENTS] if name not in cuda_cases.COMPILED_ONLY]

# Not called by kernels: they are made by the elaborator or by passes, and tested with those.
STRUCTURAL = {
    "alloc_tensor",
    "external_kernel",
    "decl_tensor",
    "tensor_data_ptr",
    "device_entry",
    "launch_kernel",
    "call_packed",
    "tensormap_encode_tiled",
    "address_of",
    "ptr_byte_offset",
    "cuda.func_call",
}

# CUDA C++ Programming Guide, "Intrinsic Functions": 2**-21.4 for sine, cosine and logarithms; the others are
# quotients and products of those.
ROUGH = {
    "cuda.fast_sin": 1e-6,
    "cuda.fast_cos": 1e-6,
    "cuda.fast_tan": 1e-5,
    "cuda.fast_log": 1e-6,
    "cuda.fast_log2": 1e-6,
    "cuda.fast_log10": 1e-6,
    "cuda.fast_pow": 1e-4,
}

KERNEL = """from tirx import script as T

@T.function
def f(
    X: T.Tensor(({n},), "{t}"),
    Y: T.Tensor(({n},), "{t}"),
    Z: T.Tensor(({n},), "{t}"),
    o: T.Tensor(({n},), "{r}"),
):
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=1, block={n})):
        i = T.gpu.thread_idx("x")
        s = T.alloc_shared(({n},), "{t}")
        x = X[i]
        y = Y[i]
        z = Z[i]
{body}
"""


def kernel(body, x, result):
    lines = "\n".join("        " + line for line in body)
    return tirx.parse(KERNEL.format(n=LANES, t=x.dtype, r=result, body=lines))


def expression_case(name):
    expression, x, reference, ulp = CASES[name]
    y, z = np.roll(x, 7), np.roll(x, 11)
    if name == "fmod":
        y = np.where(y == 0, np.float32(1.5), y)
    expected = np.asarray(reference(x, y, z))
    kind = expected.dtype.kind
    result = {"f": "float32", "b": "bool"}.get(kind, "uint32" if x.dtype == np.uint32 else "int32")
    if expected.dtype in (np.uint32, np.uint64):
        result = str(expected.dtype)
    if name == "gpu.ballot":
        result = "uint32"
    return kernel([f"o[i] = {expression}"], x, result), [x, y, z], expected.astype(result), ulp


def statement_case(name):
    body, x, reference = STATEMENTS[name]
    return kernel(body, x, "int32"), [x, x, x], reference(x), 0


def case(name):
    return expression_case(name) if name in CASES else statement_case(name)


def run_simulated(name):
    module, inputs, expected, ulp = case(name)
    output = np.zeros(LANES, expected.dtype)
    tirx.compile(module, executor="simulator")(*inputs, output)
    return output, expected, ulp


def assert_close(output, expected, ulp):
    if ulp == 0:
        np.testing.assert_array_equal(output, expected)
    else:
        np.testing.assert_array_max_ulp(output, expected, maxulp=ulp)


@pytest.mark.parametrize("name", [name for name in RUN if name not in NOT_SIMULATED])
def test_simulator_agrees_with_numpy(name):
    assert_close(*run_simulated(name))


@pytest.mark.parametrize("name", sorted(NOT_SIMULATED))
def test_simulator_refuses(name):
    with pytest.raises(tirx.DiagnosticError, match=r"T\.cuda.*SimUnsupported"):
        run_simulated(name)


def test_every_row_is_here(tirx_cli):
    listed = subprocess.run(
        [tirx_cli, "list", "intrinsics"], check=True, capture_output=True, text=True
    ).stdout
    names = {line.split("(")[0].strip() for line in listed.splitlines() if line.startswith("  ")}
    of_kernels = {name for name in names if not name.startswith("host.")}
    assert of_kernels == {name.split(",")[0] for name in [*CASES, *STATEMENTS]} | STRUCTURAL


@pytest.mark.parametrize("name", [*CASES, *STATEMENTS])
def test_compiles(name):
    module, *_ = case(name)
    exe = tirx.compile(module, arch="sm_90a")
    assert exe.resources[0]["name"] == "f_kernel"


@pytest.mark.gpu
@pytest.mark.parametrize("name", RUN)
def test_device_agrees_with_the_simulator(name):
    cupy = pytest.importorskip("cupy")
    module, inputs, expected, ulp = case(name)
    output = cupy.zeros(LANES, expected.dtype)
    config = {"cuda": {"nvrtc": []}}  # no fast math: the functions' own accuracy
    tirx.compile(module, target="cuda", backend_config=config)(*map(cupy.asarray, inputs), output)
    simulated = expected if name in NOT_SIMULATED else run_simulated(name)[0]
    # CUDA C++ Programming Guide, "Mathematical Functions": up to 2 ulp for exp2, log2, expf; 8 for powf.
    allowed = {"pow": 10, "rsqrt": 4, "cuda.fast_exp": 16, "cuda.fast_exp10": 32}.get(name, 5 if ulp else 0)
    if name in ROUGH:  # the manual bounds the absolute error of these
        np.testing.assert_allclose(cupy.asnumpy(output), simulated, rtol=ROUGH[name], atol=ROUGH[name])
    else:
        assert_close(cupy.asnumpy(output), simulated, allowed)
