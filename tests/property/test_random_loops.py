# SPDX-License-Identifier: Apache-2.0
"""Random kernels as loops: what the cpu backend computes, with each C compiler, is what CPython computes.

TIRX_RANDOM_LOOPS=1000 runs that many, TIRX_RANDOM_SEED=123 begins with that seed; a failure names its seed.
"""

import os
import shutil

import emulation
import pytest
import random_kernel
import tirx
from test_random_kernels import FIRST, arguments, check_same

COUNT = int(os.environ.get("TIRX_RANDOM_LOOPS", "8"))
COMPILERS = [name for name in ("gcc", "clang") if shutil.which(name)]
THREADS = """\
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=3, block=BLOCK)):
        i = T.gpu.block_idx("x") * BLOCK + T.gpu.thread_idx("x")
"""
LOOP = "    for i in T.parallel({threads}):\n"


def as_loop(source):
    """The same with a parallel loop, one iteration to each thread."""
    assert THREADS in source
    return source.replace(THREADS, LOOP.format(threads=random_kernel.GRID * random_kernel.BLOCK))


def check_loop(seed):
    source = random_kernel.RandomKernel(seed).source()
    what = f"TIRX_RANDOM_SEED={seed} TIRX_RANDOM_LOOPS=1\n{as_loop(source)}"
    expected = arguments(seed)
    emulation.run(source, "kernel", expected, random_kernel.GRID, random_kernel.BLOCK)
    try:
        values = arguments(seed)
        plain = [value.item() if value.ndim == 0 else value for value in values]
        tirx.compile(tirx.parse(as_loop(source)), target="cpu")["kernel"](*plain)
    except (tirx.DiagnosticError, RuntimeError) as error:
        pytest.fail(f"{what}\n{error}")
    check_same(values[2:4], expected[2:4], what)


@pytest.mark.parametrize("compiler", COMPILERS)
def test_agrees_with_python(compiler, monkeypatch):
    monkeypatch.setenv("CC", compiler)
    for seed in range(FIRST, FIRST + COUNT):
        check_loop(seed)
