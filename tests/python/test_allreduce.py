# SPDX-License-Identifier: Apache-2.0
"""T.gpu.thread_allreduce over every kind of group: simulated, at each stage, compiled, on a device."""

import numpy as np
import pytest
import tirx
import tvm_ffi

# (extents of the block, axes): groups under a subgroup, of one, of many; powers of two and not; several axes.
GROUPS = [
    ((8, 1, 1), "x"),
    ((32, 1, 1), "x"),
    ((16, 4, 2), "x"),
    ((16, 4, 2), "y"),
    ((4, 2, 4), "xz"),
    ((4, 8, 3), "xy"),
    ((128, 1, 1), "x"),
    ((64, 3, 1), "x"),
    ((32, 8, 2), "xy"),
    ((1024, 1, 1), "x"),
    ((24, 1, 1), "x"),
    ((100, 2, 1), "x"),
    ((12, 5, 3), "yz"),
    ((32, 8, 1), "y"),
    ((7, 3, 2), "xyz"),
    ((1, 1, 1), "x"),
]
REDUCERS = {
    "sum": np.add,
    "prod": np.multiply,
    "min": np.minimum,
    "max": np.maximum,
    "and": np.bitwise_and,
    "or": np.bitwise_or,
    "xor": np.bitwise_xor,
}
BITS = {"and", "or", "xor"}
CASES = [(block, axes, "sum", "float32") for block, axes in GROUPS]
CASES += [
    (block, axes, reducer, dtype)
    for block, axes in [((16, 4, 2), "y"), ((64, 3, 1), "x"), ((12, 5, 3), "yz")]
    for reducer in REDUCERS
    for dtype in ["int32", "uint64", "float64"]
    if reducer not in BITS or dtype != "float64"
]

# Twice, so that shared memory is used again while others may still read.
SCRIPT = """from tirx import script as T

@T.function
def f(A: T.Tensor((2, {n}), "{dtype}"), B: T.Tensor((2, 2, {n}), "{dtype}")):
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=2, block={block})):
        b, t = T.gpu.block_idx("x"), T.gpu.linear_thread_id()
        for k in range(2):
            B[k, b, t] = T.gpu.thread_allreduce(A[(b + k) % 2, t], "{reducer}", axes="{axes}")
"""


def parse(block, axes, reducer, dtype):
    return tirx.parse(
        SCRIPT.format(n=int(np.prod(block)), block=block, axes=axes, reducer=reducer, dtype=dtype)
    )


def values(block, axes, reducer, dtype):
    """Exact in any order: small integers, and factors that are powers of two."""
    random = np.random.default_rng(3)
    shape = (2, int(np.prod(block)))
    a = random.choice([1, 1, 2] if reducer == "prod" else np.arange(100), shape).astype(dtype)
    blocks = np.stack([a, a[::-1]]).reshape(2, 2, *reversed(block))
    along = tuple(4 - "xyz".index(axis) for axis in axes)
    reduced = REDUCERS[reducer].reduce(blocks, axis=along, keepdims=True)
    return a, np.broadcast_to(reduced, blocks.shape).reshape(2, *shape).astype(dtype)


@pytest.mark.parametrize("case", CASES, ids=str)
def test_simulator_agrees_with_numpy(case):
    a, expected = values(*case)
    output = np.zeros_like(expected)
    tirx.compile(parse(*case), executor="simulator")(a, output)
    np.testing.assert_array_equal(output, expected)


def test_extents_of_any_launch():
    """Fields that are CUDA's own stand in another record."""
    case = ((64, 3, 1), "x", "sum", "float32")
    text = parse(*case).script().replace("T.gpu.LaunchConfig(", "T.cuda.LaunchConfig(priority=0, ")
    a, expected = values(*case)
    output = np.zeros_like(expected)
    tirx.compile(tirx.parse(text), executor="simulator")(a, output)
    np.testing.assert_array_equal(output, expected)


@pytest.mark.parametrize("group", [((16, 4, 2), "y"), ((64, 3, 1), "x"), ((100, 2, 1), "x")], ids=str)
def test_all_stages_agree(group):
    case = (*group, "sum", "float32")
    module = parse(*case)
    a, expected = values(*case)
    before = None
    for name, stage in tirx.lower_stages(module, arch="sm_90a", executor="device"):
        if name == "split-host-device":
            break
        if before is not None and tvm_ffi.structural_equal(before, stage):
            continue
        output = np.zeros_like(expected)
        tirx.compile(stage, executor="simulator", verify=True)["f"](a, output)
        np.testing.assert_array_equal(output, expected, err_msg=name)
        before = stage


@pytest.mark.parametrize("arch", ["sm_80", "sm_100a"])
@pytest.mark.parametrize("case", [CASES[2], CASES[7], CASES[11], *CASES[-3:]], ids=str)
def test_compiles(case, arch):
    assert tirx.compile(parse(*case), arch=arch).resources[0]["name"] == "f_kernel"


@pytest.mark.gpu
@pytest.mark.parametrize("case", CASES, ids=str)
def test_device_agrees_with_numpy(case):
    cupy = pytest.importorskip("cupy")
    a, expected = values(*case)
    output = cupy.zeros(expected.shape, expected.dtype)
    tirx.compile(parse(*case), target="cuda")(cupy.asarray(a), output)
    np.testing.assert_array_equal(cupy.asnumpy(output), expected)
