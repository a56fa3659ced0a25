# SPDX-License-Identifier: Apache-2.0
"""Random kernels: what the simulator computes, before and after each pass, is what CPython computes from the
same source, and what a device computes; text and JSON of every stage of both pipelines read back to an
equal module.

TIRX_RANDOM_KERNELS=5000 runs that many, TIRX_RANDOM_SEED=123 begins with that seed; a failure names its seed.
"""

import os
import re
from concurrent.futures import ThreadPoolExecutor
from typing import NamedTuple

import emulation
import numpy as np
import pytest
import random_block_kernel
import random_kernel
import tirx
import tvm_ffi

COUNT = int(os.environ.get("TIRX_RANDOM_KERNELS", "40"))
ON_DEVICE = int(os.environ.get("TIRX_RANDOM_KERNELS", "200"))  # of each kind
FIRST = int(os.environ.get("TIRX_RANDOM_SEED", "1"))
PARTS = 8


class Kind(NamedTuple):
    generator: type
    grid: int
    block: int
    rows: int
    together: bool  # threads wait for each other


ALONE = Kind(
    random_kernel.RandomKernel, random_kernel.GRID, random_kernel.BLOCK, random_kernel.ROWS, together=False
)
TOGETHER = Kind(
    random_block_kernel.RandomBlockKernel,
    random_block_kernel.GRID,
    random_block_kernel.BLOCK,
    random_block_kernel.ROWS,
    together=True,
)


def arguments(seed, kind=ALONE):
    """Tensors A, B, F, R, scalars s, f and, of kernels whose threads work together, counters C."""
    random = np.random.default_rng(seed)
    shape = (kind.rows, random_kernel.COLUMNS)
    floats = (random.integers(-64, 64, shape) / 8).astype(np.float32)
    ints = random.integers(-50, 50, shape).astype(np.int32)
    outputs = [np.full(shape, 77, np.float32), np.full(shape, 77, np.int32)]
    scalars = [np.int32(random.integers(0, 20)), np.float32(random.integers(-16, 16) / 4)]
    counters = [np.full(random_block_kernel.COUNTERS, 5, np.int32)] if kind.together else []
    return [floats, ints, *outputs, *scalars, *counters]


def outputs_of(values):
    return [values[2], values[3], *values[6:]]


def run(function, seed, kind, there=lambda array: array, back=lambda array: array):
    """The outputs; `there` brings an array to where the function runs, `back` from there."""
    values = arguments(seed, kind)
    plain = [value.item() if isinstance(value, np.generic) else there(value) for value in values]
    function(*plain)
    return [back(value) for value in outputs_of(plain)]


def simulated(module, seed, kind=ALONE):
    return run(tirx.compile(module, executor="simulator", verify=True)["kernel"], seed, kind)


def check_same(found, expected, what):
    for one, other in zip(found, expected, strict=True):
        np.testing.assert_array_equal(one, other, err_msg=what)


def check_reads_back(module, what):
    text = module.script()
    again = tirx.parse(text)
    assert tvm_ffi.structural_equal(again, module), f"{what}:\n{text}"
    assert again.script() == text, what
    assert tvm_ffi.structural_equal(tirx.IRModule.from_json(module.to_json()), module), what


def check_stages(module, executor, seed, kind, expected, what):
    """After each pass; kernels can be simulated as long as they stand in their host function."""
    before, whole = module, executor == "device"
    for name, stage in tirx.lower_stages(module, arch="sm_90a", executor=executor):
        here = f"after {name} of the {executor}'s pipeline\n{what}"
        whole = whole and name != "split-host-device"
        if not tvm_ffi.structural_equal(before, stage):
            check_reads_back(stage, here)
            if whole:
                check_same(simulated(stage, seed, kind), expected, here)
        before = stage


def check_kernel(seed, kind):
    source = kind.generator(seed).source()
    what = f"TIRX_RANDOM_SEED={seed} TIRX_RANDOM_KERNELS=1\n{source}"
    try:
        module = tirx.parse(source)
        values = arguments(seed, kind)
        emulation.run(source, "kernel", values, kind.grid, kind.block, kind.together)
        expected = outputs_of(values)
        check_reads_back(module, what)
        check_same(simulated(module, seed, kind), expected, what)
        for executor in ["device", "simulator"]:
            check_stages(module, executor, seed, kind, expected, what)
    except (tirx.DiagnosticError, RuntimeError) as error:
        pytest.fail(f"{what}\n{error}")


@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize("kind", [ALONE, TOGETHER], ids=["alone", "together"])
def test_agrees_with_python(kind, part):
    count = COUNT // 5 if kind.together else COUNT  # their emulation takes a second each
    for seed in range(FIRST + part, FIRST + max(count, 1), PARTS):
        check_kernel(seed, kind)


# --- on a device ---

BATCH = 10  # kernels of one compilation
EXACT = {"cuda": {"nvrtc": ["-fmad=false"]}}  # each operation rounds, as in the simulator


def numbered(seed, kind):
    """The source with the names of its functions and constants made its own."""
    source = kind.generator(seed).source()
    return re.sub(r"\b(TABLE|NAMED|weight|mixed|chosen|kernel)\b", rf"\1_{seed}", source)


def batch_source(seeds, kind):
    head, *bodies = [numbered(seed, kind) for seed in seeds]
    return "\n\n".join([head, *(body.split("\n", 1)[1] for body in bodies)])


@pytest.mark.parametrize("kind", [ALONE, TOGETHER], ids=["alone", "together"])
def test_batches_compile_for_the_device(kind):
    """What the GPU test compiles, without a device."""
    module = tirx.parse(batch_source(range(FIRST, FIRST + 3), kind))
    tirx.compile(module, arch="sm_90a", backend_config=EXACT)
    host = tirx.compile(module, executor="simulator", backend_config=EXACT)
    for seed in range(FIRST, FIRST + 3):
        alone = tirx.compile(tirx.parse(kind.generator(seed).source()), executor="simulator")
        check_same(run(host[f"kernel_{seed}"], seed, kind), run(alone["kernel"], seed, kind), str(seed))


@pytest.mark.gpu
@pytest.mark.parametrize("kind", [ALONE, TOGETHER], ids=["alone", "together"])
def test_device_agrees_with_the_simulator(kind):
    cupy = pytest.importorskip("cupy")
    batches = [
        range(start, min(start + BATCH, FIRST + ON_DEVICE))
        for start in range(FIRST, FIRST + ON_DEVICE, BATCH)
    ]

    def compiled(seeds):
        module = tirx.parse(batch_source(seeds, kind))
        here = tirx.compile(module, executor="simulator", backend_config=EXACT)
        return here, tirx.compile(module, target="cuda", backend_config=EXACT)

    with ThreadPoolExecutor(os.cpu_count()) as pool:
        for seeds, (here, device) in zip(batches, pool.map(compiled, batches), strict=True):
            for seed in seeds:
                name = f"kernel_{seed}"
                expected = run(here[name], seed, kind)
                found = run(device[name], seed, kind, cupy.asarray, cupy.asnumpy)
                what = f"TIRX_RANDOM_SEED={seed} TIRX_RANDOM_KERNELS=1\n{kind.generator(seed).source()}"
                check_same(found, expected, what)
