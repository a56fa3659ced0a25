# SPDX-License-Identifier: Apache-2.0
"""Random kernels: what the simulator computes, before and after each pass, is what CPython computes from the
same source; and the text and the JSON of every stage of both pipelines read back to an equal module.

TIRX_RANDOM_KERNELS=5000 runs that many, TIRX_RANDOM_SEED=123 begins with that seed; a failure names its seed.
"""

import os

import emulation
import numpy as np
import pytest
import random_kernel
import tirx
import tvm_ffi

COUNT = int(os.environ.get("TIRX_RANDOM_KERNELS", "40"))
FIRST = int(os.environ.get("TIRX_RANDOM_SEED", "1"))
PARTS = 8


def arguments(seed):
    """Tensors A, B, F, R and scalars s, f of `random_kernel`."""
    random = np.random.default_rng(seed)
    shape = (random_kernel.ROWS, random_kernel.COLUMNS)
    floats = (random.integers(-64, 64, shape) / 8).astype(np.float32)
    ints = random.integers(-50, 50, shape).astype(np.int32)
    outputs = [np.full(shape, 77, np.float32), np.full(shape, 77, np.int32)]
    return [
        floats,
        ints,
        *outputs,
        np.int32(random.integers(0, 20)),
        np.float32(random.integers(-16, 16) / 4),
    ]


def simulated(module, seed):
    values = arguments(seed)
    plain = [value.item() if isinstance(value, np.generic) else value for value in values]
    tirx.compile(module, executor="simulator", verify=True)["kernel"](*plain)
    return values[2:4]


def check_same(found, expected, what):
    for one, other in zip(found, expected, strict=True):
        np.testing.assert_array_equal(one, other, err_msg=what)


def check_reads_back(module, what):
    text = module.script()
    again = tirx.parse(text)
    assert tvm_ffi.structural_equal(again, module), f"{what}:\n{text}"
    assert again.script() == text, what
    assert tvm_ffi.structural_equal(tirx.IRModule.from_json(module.to_json()), module), what


def check_stages(module, executor, seed, expected, what):
    """After each pass; kernels can be simulated as long as they stand in their host function."""
    before, whole = module, executor == "device"
    for name, stage in tirx.lower_stages(module, arch="sm_90a", executor=executor):
        here = f"after {name} of the {executor}'s pipeline\n{what}"
        whole = whole and name != "split-host-device"
        if not tvm_ffi.structural_equal(before, stage):
            check_reads_back(stage, here)
            if whole:
                check_same(simulated(stage, seed), expected, here)
        before = stage


def check_kernel(seed):
    source = random_kernel.RandomKernel(seed).source()
    what = f"TIRX_RANDOM_SEED={seed} TIRX_RANDOM_KERNELS=1\n{source}"
    try:
        module = tirx.parse(source)
        expected = arguments(seed)
        emulation.run(source, "kernel", expected, random_kernel.GRID, random_kernel.BLOCK)
        check_reads_back(module, what)
        check_same(simulated(module, seed), expected[2:4], what)
        for executor in ["device", "simulator"]:
            check_stages(module, executor, seed, expected[2:4], what)
    except (tirx.DiagnosticError, RuntimeError) as error:
        pytest.fail(f"{what}\n{error}")


@pytest.mark.parametrize("part", range(PARTS))
def test_agrees_with_python(part):
    for seed in range(FIRST + part, FIRST + COUNT, PARTS):
        check_kernel(seed)
