# SPDX-License-Identifier: Apache-2.0
"""The kernels of bench/kernels/memory.py, at small sizes, on the simulator and in NumPy."""

import sys
from pathlib import Path

import ml_dtypes
import numpy as np
import pytest
import tirx

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "bench"))

from kernels import memory  # noqa: E402

BF16 = ml_dtypes.bfloat16
EPSILON = 1e-5


def normal(*shape, dtype=BF16):
    return np.random.default_rng(7).normal(size=shape).astype(dtype)


def softmax(x):
    e = np.exp(x.astype(np.float64) - x.astype(np.float64).max(axis=1, keepdims=True))
    return e / e.sum(axis=1, keepdims=True)


def run(kernel, inputs, shape, dtype, scalars=()):
    output = np.zeros(shape, dtype)
    tirx.compile(kernel, executor="simulator")(*inputs, output, *scalars)
    return output.astype(np.float64)


def test_scale():
    x = normal(2048, dtype=np.float32)
    assert (run(memory.scale(2048, 128), [x], 2048, np.float32, [2.0]) == 2 * x).all()


def test_row_sum():
    x = normal(3, 2048, dtype=np.float32)
    got = run(memory.row_sum(2048, 128), [x], 3, np.float32)
    np.testing.assert_allclose(got, x.sum(1, dtype=np.float64), rtol=1e-5, atol=1e-4)


def test_rms_norm():
    x, w = normal(2, 2048), normal(2048)
    wide = x.astype(np.float64)
    expected = wide / np.sqrt((wide**2).mean(1, keepdims=True) + EPSILON) * w.astype(np.float64)
    got = run(memory.rms_norm(2048, 128), [x, w], x.shape, BF16, [EPSILON])
    np.testing.assert_allclose(got, expected, rtol=2**-8)


@pytest.mark.parametrize("kernel", [memory.softmax(2048, 128, 2), memory.wide_softmax(4096, 128)])
def test_softmax(kernel):
    x = normal(2, 2048 if kernel.name == "softmax" else 4096)
    np.testing.assert_allclose(run(kernel, [x], x.shape, BF16), softmax(x), rtol=2**-8)


@pytest.mark.parametrize("tile, threads", [(128, 1024), (128, 512), (64, 256)])
def test_transpose(tile, threads):
    x = normal(256, 256)
    assert (run(memory.transpose(256, tile, threads), [x], x.shape, BF16) == x.T.astype(np.float64)).all()
