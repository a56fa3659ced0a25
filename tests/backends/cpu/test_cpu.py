# SPDX-License-Identifier: Apache-2.0
"""Examples in loop form on the processor agree with NumPy and with the simulator."""

import sys
from pathlib import Path

import numpy as np
import pytest
import tirx

sys.path.insert(0, str(Path(__file__).parent))

from loops_lib import LOOPS, check, load, run, softmax, uniform  # noqa: E402


def saxpy_case():
    x, y = uniform(1003, 1), uniform(1003, 2)
    return [x, y, 2.5], [1], [np.float32(2.5) * x + y], 0


def softmax_case():
    x = uniform((7, 1003), 1)
    return [x, np.full_like(x, np.nan)], [1], [softmax(x)], 1e-6


def matmul_case():
    a, b = uniform((12, 70), 1), uniform((70, 128), 2)
    product = a.astype(np.float64) @ b
    return [a, b, np.full((12, 128), np.nan, np.float32)], [2], [product], 1e-6


def layer_norm_case():
    x, gain, bias = uniform((5, 333), 1).astype(np.float16), uniform(333, 2), uniform(333, 3)
    wide = x.astype(np.float64)
    normal = (wide - wide.mean(axis=1, keepdims=True)) / np.sqrt(wide.var(axis=1, keepdims=True) + 1e-5)
    return [x, gain, bias, np.full_like(x, np.nan)], [3], [normal * gain + bias], 1e-3


def histogram_case():
    values = np.random.default_rng(1).integers(0, 256, 5000, np.uint8)
    counts = np.bincount(values, minlength=256).astype(np.int32)
    return [values, np.full(256, -1, np.int32)], [1], [counts], 0


CASES = {
    "saxpy": saxpy_case,
    "softmax": softmax_case,
    "matmul": matmul_case,
    "layer_norm": layer_norm_case,
    "histogram": histogram_case,
}


def test_every_example_has_a_case():
    assert {path.stem for path in LOOPS.glob("*.py")} == set(CASES)


@pytest.mark.parametrize("example", CASES)
def test_examples_agree(example):
    arguments, outputs, references, tolerance = CASES[example]()
    function = load(example)
    computed = run(tirx.compile(function, target="cpu"), arguments, outputs)
    check(computed, references, tolerance)
    simulated = run(tirx.compile(function, target="cpu", executor="simulator"), arguments, outputs)
    check(computed, simulated, 0 if example in ("saxpy", "matmul", "histogram") else tolerance)


@pytest.mark.parametrize("arch", ["x86-64", "x86-64-v2", "x86-64-v3", "native"])
def test_every_level_gives_the_same_bits(arch):
    arguments, outputs, _, _ = matmul_case()
    function = load("matmul")
    expected = run(tirx.compile(function, target="cpu", executor="simulator"), arguments, outputs)
    made = run(tirx.compile(function, target=f"cpu/{arch}"), arguments, outputs)
    np.testing.assert_array_equal(made[0], expected[0])
