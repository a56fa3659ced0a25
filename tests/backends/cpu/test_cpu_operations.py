# SPDX-License-Identifier: Apache-2.0
"""Operations on the processor: the simulator's bits, and NumPy's."""

import sys
from pathlib import Path

import ml_dtypes
import numpy as np
import pytest
import tirx
from tirx import script as T

sys.path.insert(0, str(Path(__file__).parent))

from loops_lib import agree, ramp, uniform  # noqa: E402

FLOATS = np.array(
    [
        0.0,
        -0.0,
        0.4999,
        0.5,
        -0.5,
        1.5,
        2.5,
        -127.9,
        -128.5,
        255.5,
        256.0,
        32767.6,
        -32769.0,
        65535.9,
        2147483520.0,
    ]
    + [2147483648.0, -2147483649.0, 4294967040.0, 4294967296.0, 9.3e18, -9.3e18, 1.9e19, 3e38]
    + [np.inf, -np.inf, np.nan],
    np.float32,
)
INTEGERS = ["int8", "uint8", "int16", "uint16", "int32", "uint32", "int64", "uint64"]


def conversions(source):
    @T.function
    def convert(
        X: T.Tensor(("n",), source),
        A: T.Tensor(("n",), "int8"),
        B: T.Tensor(("n",), "uint8"),
        C: T.Tensor(("n",), "int16"),
        D: T.Tensor(("n",), "uint16"),
        E: T.Tensor(("n",), "int32"),
        F: T.Tensor(("n",), "uint32"),
        G: T.Tensor(("n",), "int64"),
        H: T.Tensor(("n",), "uint64"),
    ):
        for i in T.vectorized(X.shape[0]):
            A[i] = T.cast(X[i], "int8")
            B[i] = T.cast(X[i], "uint8")
            C[i] = T.cast(X[i], "int16")
            D[i] = T.cast(X[i], "uint16")
            E[i] = T.cast(X[i], "int32")
            F[i] = T.cast(X[i], "uint32")
            G[i] = T.cast(X[i], "int64")
            H[i] = T.cast(X[i], "uint64")

    return convert


@pytest.mark.parametrize("source", ["float32", "float64"])
def test_floats_to_integers_saturate(source):
    values = FLOATS.astype(source)
    made = agree(conversions(source), [values, *(np.zeros(values.size, t) for t in INTEGERS)])
    for name, result in zip(INTEGERS, made[1:], strict=True):
        limits = np.iinfo(name)
        for value, integer in zip(values, result, strict=True):
            wanted = 0 if np.isnan(value) else max(limits.min, min(limits.max, value))
            assert int(integer) == int(wanted), (name, value)


@pytest.mark.parametrize("source", INTEGERS)
def test_integers_convert_as_numpy_does(source):
    limits = np.iinfo(source)
    values = np.array([0, 1, 2, limits.max, limits.max - 1, limits.min, limits.max // 3], source)
    made = agree(conversions(source), [values, *(np.zeros(values.size, t) for t in INTEGERS)])
    for name, result in zip(INTEGERS, made[1:], strict=True):
        np.testing.assert_array_equal(result, values.astype(name))


@T.function
def halves(X: T.Tensor(("n",), "float16"), B: T.Tensor(("n",), "bfloat16"), W: T.Tensor(("n",), "float32")):
    for i in T.parallel(X.shape[0]):
        wide = T.cast(X[i], "float32")
        B[i] = T.cast(W[i], "bfloat16")
        X[i] = T.cast(W[i], "float16")
        W[i] = wide


def test_sixteen_bit_floats_round_as_numpy_does():
    patterns = np.arange(1 << 16, dtype=np.uint16).view(np.float16)
    numbers = np.random.default_rng(1).integers(0, 1 << 32, 1 << 16, np.uint32).view(np.float32)
    # Half of them where float16 has values, subnormal ones too.
    generator = np.random.default_rng(2)
    numbers[::2] = np.ldexp(generator.uniform(-1, 1, 1 << 15), generator.integers(-26, 18, 1 << 15))
    x, b, w = agree(halves, [patterns, np.zeros(1 << 16, ml_dtypes.bfloat16), numbers])
    with np.errstate(all="ignore"):
        np.testing.assert_array_equal(w, patterns.astype(np.float32))
        np.testing.assert_array_equal(x, numbers.astype(np.float16))
        np.testing.assert_array_equal(
            b.astype(np.float32), numbers.astype(ml_dtypes.bfloat16).astype(np.float32)
        )


@T.function
def integers(A: T.Tensor(("n",), "int32"), B: T.Tensor(("n",), "int32"), R: T.Tensor((12, "n"), "int32")):
    for i in T.parallel(A.shape[0]):
        R[0, i] = A[i] // B[i]
        R[1, i] = A[i] % B[i]
        R[2, i] = T.truncdiv(A[i], B[i])
        R[3, i] = T.truncmod(A[i], B[i])
        R[4, i] = T.min(A[i], B[i])
        R[5, i] = T.max(A[i], B[i])
        R[6, i] = T.abs(A[i])
        R[7, i] = T.clz(A[i])
        R[8, i] = T.ctz(A[i])
        R[9, i] = T.popcount(A[i])
        R[10, i] = A[i] & B[i] | (A[i] ^ B[i]) >> 3
        R[11, i] = T.cast(T.cast(A[i], "int8") * T.cast(B[i], "int8"), "int32")


def test_integer_operations():
    a = np.array([7, -7, 7, -7, 0, 1 << 30, -(1 << 30), 12345, -1], np.int32)
    b = np.array([2, 2, -2, -2, 5, 3, 7, -100, 1], np.int32)
    _, _, r = agree(integers, [a, b, np.zeros((12, a.size), np.int32)])
    np.testing.assert_array_equal(r[0], a // b)
    np.testing.assert_array_equal(r[1], a % b)
    np.testing.assert_array_equal(r[3], np.fmod(a, b))
    np.testing.assert_array_equal(r[11], a.astype(np.int8) * b.astype(np.int8))


@T.function
def real(A: T.Tensor(("n",), "float32"), B: T.Tensor(("n",), "float32"), R: T.Tensor((11, "n"), "float32")):
    for i in T.vectorized(A.shape[0]):
        R[0, i] = T.min(A[i], B[i])
        R[1, i] = T.max(A[i], B[i])
        R[2, i] = A[i] * B[i] + A[i]
        R[3, i] = A[i] / B[i]
        R[4, i] = T.sqrt(T.abs(A[i]))
        R[5, i] = T.floor(A[i])
        R[6, i] = T.round(A[i])
        R[7, i] = T.fma(A[i], B[i], A[i])
        R[8, i] = T.copysign(A[i], B[i])
        R[9, i] = T.Select(T.isnan(A[i]), B[i], A[i])
        R[10, i] = T.reinterpret("float32", T.reinterpret("int32", A[i]) ^ 1)


def test_float_operations():
    special = np.float32([0, -0.0, 1.5, -2.5, np.inf, -np.inf, np.nan, 1e-40, 3e38])
    a, b = np.repeat(special, special.size), np.tile(special, special.size)
    a, b = np.r_[a, uniform(1000, 1)], np.r_[b, uniform(1000, 2)]
    _, _, r = agree(real, [a, b, np.zeros((11, a.size), np.float32)], zeros_alike=True)
    with np.errstate(all="ignore"):
        np.testing.assert_array_equal(r[0], np.fmin(a, b))
        np.testing.assert_array_equal(r[2], a * b + a)  # rounded twice: not contracted
        np.testing.assert_array_equal(r[6], np.rint(a))


@T.function
def functions(A: T.Tensor(("n",), "float32"), R: T.Tensor((8, "n"), "float32")):
    for i in T.parallel(A.shape[0]):
        R[0, i] = T.exp(A[i])
        R[1, i] = T.log(T.abs(A[i]))
        R[2, i] = T.tanh(A[i])
        R[3, i] = T.sin(A[i])
        R[4, i] = T.erf(A[i])
        R[5, i] = T.rsqrt(T.abs(A[i]))
        R[6, i] = T.sigmoid(A[i])
        R[7, i] = T.pow(T.abs(A[i]), T.float32(0.3))


def test_mathematical_functions():
    a = uniform(2000, 4)
    computed, simulated = np.zeros((8, 2000), np.float32), np.zeros((8, 2000), np.float32)
    tirx.compile(functions, target="cpu")(a, computed)
    tirx.compile(functions, target="cpu", executor="simulator")(a, simulated)
    np.testing.assert_array_max_ulp(computed, simulated, 4)


@T.function
def atomics(A: T.Tensor(("n",), "float32"), R: T.Tensor((4,), "float32"), I: T.Tensor((8,), "int64")):  # noqa: E741
    for i in T.parallel(A.shape[0]):
        T.gpu.atomic_add(R[0], A[i])
        T.gpu.atomic_min(R[1], A[i])
        T.gpu.atomic_max(R[2], A[i])
        T.gpu.atomic_add(I[0], i)
        T.gpu.atomic_min(I[1], i)
        T.gpu.atomic_max(I[2], i)
        T.gpu.atomic_or(I[3], i)
        T.gpu.atomic_xor(I[4], i)
        T.gpu.atomic_and(I[5], i + 65536)
        T.gpu.atomic_cas(I[6], T.int64(0), T.int64(7))
        T.gpu.atomic_exchange(I[7], T.int64(9))


@pytest.mark.parametrize("executor", ["device", "simulator"])
def test_atomics(executor):
    a = np.random.default_rng(1).integers(-100, 100, 4096).astype(np.float32)  # sums are exact in any order
    r, i = np.zeros(4, np.float32), np.int64([0, 5, 0, 0, 0, -1, 0, 0])
    target = {"kind": "cpu", "num_threads": 4}
    tirx.compile(atomics, target=target, executor=executor)(a, r, i)
    n = np.arange(4096)
    assert r[:3].tolist() == [a.sum(), a.min(), a.max()]
    assert i.tolist() == [n.sum(), 0, 4095, 4095, np.bitwise_xor.reduce(n), 65536, 7, 9]


@T.function(private=True)
def cbrt(x: T.float64) -> T.float64:
    return x + 1.0


@T.function(private=True)
def puts(x: T.float64) -> T.float64:
    return x * 2.0


@T.function
def names_of_c(A: T.Tensor(("n",), "float64"), begin: T.int32, end: T.int32):
    for block in T.parallel(begin, end):
        double = cbrt(A[block])
        A[block] = puts(double) + T.sqrt(A[block])


def test_names_that_c_uses_itself():
    a = np.arange(10.0) ** 2
    tirx.compile(names_of_c, target="cpu")(a, 2, 8)
    expected = np.arange(10.0) ** 2
    expected[2:8] = 2 * (expected[2:8] + 1) + np.sqrt(expected[2:8])
    np.testing.assert_array_equal(a, expected)


@T.function
def careful(A: T.Tensor(("n",), "int32"), C: T.Tensor((4,), "int32"), B: T.Tensor(("n",), "int32")):
    for i in T.vectorized(A.shape[0]):
        assert A[i] >= 0, "negative"
        B[i] = A[i] + 1
    for i in T.vectorized(A.shape[0]):
        T.gpu.atomic_add(C[A[i] % 4], 1)
    for i in T.vectorized(4):
        if C[i] > 100:
            break
        C[i] = C[i] + 100
    last: T.int32 = 0
    for i in T.vectorized(A.shape[0]):
        last = T.max(last, B[i])
    for i in T.vectorized(0, A.shape[0] - 1, step=2):
        half: T.int32 = A[i]
        for _ in range(3):
            half = half // 2
        B[i] = half
    B[0] = last


def test_vectorised_loops_with_effects():
    a, c, b = ramp(101), np.zeros(4, np.int32), np.zeros(101, np.int32)
    _, c, b = agree(careful, [a, c, b])
    assert c.tolist() == [126, 125, 125, 125]
    assert b[0] == 101 and b[1] == 2 and b[98] == 98 // 8
    a[50] = -3
    with pytest.raises(RuntimeError, match="negative"):
        tirx.compile(careful, target="cpu")(a, c, b)


@T.function
def speaking(A: T.Tensor((3,), "int32")):
    for i in range(3):
        T.gpu.printf("%d is %d%%\n", i, A[i])


def test_printf(capfd):
    tirx.compile(speaking, target="cpu")(ramp(3) * 10)
    assert capfd.readouterr().out == "0 is 0%\n1 is 10%\n2 is 20%\n"
