# SPDX-License-Identifier: Apache-2.0
"""Functions whose parts stand on the host, in parallel entries, in serial ones: they mean what they say."""

import sys
from pathlib import Path

import numpy as np
import pytest
import tirx
from tirx import script as T

sys.path.insert(0, str(Path(__file__).parent))

from loops_lib import ramp  # noqa: E402


@T.function
def steps(A: T.Tensor(("n",), "int64"), B: T.Tensor(("n",), "int64"), rounds: T.int32):
    last = A.shape[0] - 1
    for t in range(rounds):
        for i in T.parallel(0, last + 1):
            B[i] = A[T.max(i - 1, 0)] + A[T.min(i + 1, last)] + t
        for i in T.parallel(last + 1):
            A[i] = B[i]
    A[0] = A[0] + 1000


def reference_steps(a, rounds):
    for t in range(rounds):
        a = np.concatenate([a[:1], a[:-1]]) + np.concatenate([a[1:], a[-1:]]) + t
    a[0] += 1000
    return a


@T.function
def strided(A: T.Tensor(("n",), "int32"), first: T.int32, last: T.int32):
    for i in T.parallel(first, last, step=3):
        A[i] = A[i] * 2 + i


@T.function
def early(A: T.Tensor(("n",), "int32"), stop: T.int32):
    if stop == 0:
        return
    for i in T.parallel(A.shape[0]):
        A[i] = A[i] + stop


@T.function
def shared_value(A: T.Tensor(("n",), "int32")):
    first = A[0]
    for i in T.parallel(1, A.shape[0]):
        A[i] = A[i] + first


@T.function
def broken_off(A: T.Tensor(("n",), "int32")):
    for i in range(A.shape[0]):
        if A[i] < 0:
            break
        for j in T.parallel(A.shape[0]):
            A[j] = A[j] + 1
    if A[0] > 100:
        return
    A[0] = 7


@T.function
def nested(A: T.Tensor((4, 5), "int32")):
    for i in T.parallel(4):
        for j in T.parallel(5):
            A[i, j] = i * 10 + j


@T.function
def untouched(A: T.Tensor(("n",), "int32")):
    for _ in T.parallel(A.shape[0]):
        T.gpu.atomic_add(A[0], 1)


@T.function(private=True)
def row_sum(A: T.Tensor(("rows", "cols"), "int32"), row: T.int64) -> T.int32:
    total: T.int32 = 0
    for j in range(A.shape[1]):
        total += A[row, j]
    return total


@T.function
def sums(A: T.Tensor(("rows", "cols"), "int32"), S: T.Tensor(("rows",), "int32")):
    for row in T.parallel(A.shape[0]):
        S[row] = row_sum(A, row)


@T.function
def sums_twice(A: T.Tensor(("rows", "cols"), "int32"), S: T.Tensor(("rows",), "int32")):
    sums(A, S)
    for row in T.parallel(A.shape[0]):
        S[row] = S[row] * 2


@T.function
def viewed(A: T.Tensor(("n",), "float32")):
    bits = A.view("int32")
    for i in T.parallel(A.shape[0]):
        bits[i] = bits[i] & 0x7FFFFFFF


@T.function
def unsigned(A: T.Tensor(("n",), "int32"), count: T.uint32):
    for i in T.parallel(count, dtype="uint32"):
        A[i] = T.cast(i, "int32") + 7


@T.function
def counted_by_an_element(A: T.Tensor(("n",), "int32")):
    for i in T.parallel(A[0]):
        A[i + 1] = 10 * i
    for i in T.vectorized(A[0]):
        A[i + 1] = A[i + 1] + 1


@T.function
def truths(A: T.Tensor(("n",), "bool"), flag: T.bool):
    for i in T.parallel(A.shape[0]):
        A[i] = (A[i] and flag) or not A[i]


@T.function
def vectors(A: T.Tensor((8, 8), "float32")):
    for i in T.parallel(8):
        x = A[i, 0:4] + A[i, 4:8]
        A[i, 0:4] = A[i, 4:8] * T.float32(2)
        A[i, 4:8] = x + x


@T.function
def masked(A: T.Tensor(("n",), "float32")):
    for i in T.parallel(A.shape[0] + 5):
        value = T.masked_load(A[i], i < A.shape[0], T.float32(0))
        T.masked_store(A[i], value + T.float32(1), i < A.shape[0])


@T.function
def strided_rows(A: T.Tensor(("n", "m"), "int32", strides=("s", 1))):
    for i in T.parallel(A.shape[0]):
        for j in T.vectorized(A.shape[1]):
            A[i, j] = A[i, j] + 1


@T.function
def narrow(A: T.Tensor((1000,), "uint8")):
    for i in T.parallel(1000):
        x = T.cast(i, "uint8")
        A[i] = x


@T.function
def stopped(A: T.Tensor(("n",), "int32"), stop: T.int32):
    if stop == 0:
        A[0] = 1
        return
    for t in range(10):
        if t == stop:
            break
        for i in T.parallel(A.shape[0]):
            A[i] = A[i] + t


def table():
    return np.arange(64, dtype=np.float32).reshape(8, 8)


SHAPES = {
    "steps": (steps, lambda: [np.arange(9), np.zeros(9, np.int64), 3], lambda a, b, r: reference_steps(a, r)),
    "strided": (
        strided,
        lambda: [ramp(20), 2, 17],
        lambda a, f, s: np.where((a >= 2) & (a < 17) & (a % 3 == 2), 3 * a, a),
    ),
    "empty": (strided, lambda: [ramp(20), 9, 4], lambda a, f, s: a),
    "early": (early, lambda: [ramp(20), 0], lambda a, s: a),
    "not early": (early, lambda: [ramp(20), 4], lambda a, s: a + 4),
    "shared value": (shared_value, lambda: [ramp(20) + 5], lambda a: np.r_[a[0], a[1:] + a[0]]),
    "broken off": (broken_off, lambda: [ramp(5) - 3], lambda a: np.r_[7, a[1:]]),
    "nested": (nested, lambda: [np.zeros((4, 5), np.int32)], lambda a: np.add.outer(ramp(4) * 10, ramp(5))),
    "untouched": (untouched, lambda: [np.zeros(999, np.int32)], lambda a: np.r_[999, a[1:]]),
    "sums twice": (sums_twice, lambda: [ramp(12).reshape(3, 4), ramp(3)], lambda a, s: None),
    "unsigned": (unsigned, lambda: [ramp(6), 4], lambda a, c: np.r_[a[:4] + 7, a[4:]]),
    "counted": (counted_by_an_element, lambda: [ramp(8) + 5], lambda a: np.r_[5, 1, 11, 21, 31, 41, 11, 12]),
    "truths": (truths, lambda: [np.array([True, False]), False], lambda a, f: np.array([False, True])),
    "vectors": (vectors, lambda: [table()], lambda a: 2 * np.c_[a[:, 4:], a[:, :4] + a[:, 4:]]),
    "masked": (masked, lambda: [np.float32([1, 2, 3])], lambda a: a + 1),
    "strided rows": (strided_rows, lambda: [ramp(40).reshape(4, 10)[:, :3]], lambda a: a + 1),
    "narrow": (narrow, lambda: [np.zeros(1000, np.uint8)], lambda a: ramp(1000).astype(np.uint8)),
    "stopped": (stopped, lambda: [ramp(9), 4], lambda a, s: a + 6),
    "stopped early": (stopped, lambda: [ramp(9), 0], lambda a, s: np.r_[1, a[1:]]),
    "viewed": (viewed, lambda: [np.float32([-1, 2, -0.0])], lambda a: np.float32([1, 2, 0])),
}


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("executor", ["device", "simulator"])
def test_parts_of_a_function(shape, executor):
    function, make, reference = SHAPES[shape]
    arguments = make()
    expected = reference(*make())
    executable = tirx.compile(function, target="cpu", executor=executor)
    (executable["sums_twice"] if shape == "sums twice" else executable)(*arguments)
    if shape == "sums twice":
        np.testing.assert_array_equal(arguments[1], 2 * arguments[0].sum(axis=1))
    else:
        np.testing.assert_array_equal(arguments[0], expected)


def test_a_loop_can_be_too_long():
    executable = tirx.compile(unsigned, target="cpu")
    with pytest.raises(ValueError, match="2147483648; the limit is 2147483647"):
        executable(ramp(4), 2147483648)
