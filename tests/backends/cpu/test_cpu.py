# SPDX-License-Identifier: Apache-2.0
"""The cpu backend: examples in loop form agree with NumPy and with the simulator; operations give the
simulator's bits; what goes wrong is said as a user meets it."""

import importlib.util
import os
import re
import shutil
import subprocess
import sys
import threading
from pathlib import Path

import ml_dtypes
import numpy as np
import pytest
import tirx
from tirx import script as T

ROOT = Path(__file__).resolve().parents[3]
LOOPS = ROOT / "examples/loops"
sys.path.insert(0, str(ROOT / "tests/examples"))

from test_examples import check, softmax, uniform  # noqa: E402


def load(name):
    spec = importlib.util.spec_from_file_location(name, LOOPS / f"{name}.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return getattr(module, name)


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


def run(executable, arguments, outputs):
    copies = [np.copy(a) if isinstance(a, np.ndarray) else a for a in arguments]
    executable(*copies)
    return [copies[i] for i in outputs]


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


# Functions whose parts stand on the host, in parallel entries, in serial ones.


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


def ramp(n):
    return np.arange(n, dtype=np.int32)


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


# Operations: the simulator's bits.

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


def agree(function, arguments):
    """Runs both ways; the device's arguments afterwards, whose bits are the simulator's."""
    computed = [np.copy(a) if isinstance(a, np.ndarray) else a for a in arguments]
    simulated = [np.copy(a) if isinstance(a, np.ndarray) else a for a in arguments]
    tirx.compile(function, target="cpu")(*computed)
    tirx.compile(function, target="cpu", executor="simulator")(*simulated)
    for one, other in zip(computed, simulated, strict=True):
        if isinstance(one, np.ndarray):
            same = one.view(f"u{one.itemsize}") == other.view(f"u{one.itemsize}")
            nan = (one != one) & (other != other)  # NumPy's isnan does not know bfloat16
            assert (same | nan).all(), (one[~(same | nan)], other[~(same | nan)])
    return computed


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
    _, _, r = agree(real, [a, b, np.zeros((11, a.size), np.float32)])
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


# What users meet.


@T.function
def sorted_or_not(A: T.Tensor(("n",), "int32")):
    for i in T.parallel(1, A.shape[0]):
        assert A[i] >= A[i - 1], "not in order"


def test_a_failed_assertion_is_raised():
    executable = tirx.compile(sorted_or_not, target={"kind": "cpu", "num_threads": 3})
    executable(ramp(1000))
    for _ in range(3):
        with pytest.raises(RuntimeError, match=r"^not in order$"):
            executable(ramp(1000)[::-1].copy())
    executable(ramp(1000))


@T.function
def racing(A: T.Tensor(("n",), "int32")):
    for i in T.parallel(A.shape[0]):
        A[0] = T.cast(i, "int32")


def test_the_simulator_finds_races_between_iterations():
    with pytest.raises(RuntimeError, match="race"):
        tirx.compile(racing, target="cpu", executor="simulator")(ramp(10))


def test_launches_from_several_threads():
    executable = tirx.compile(load("saxpy"), target={"kind": "cpu", "num_threads": 2})
    wrong = []

    def work(seed):
        x, y = uniform(5000, seed), uniform(5000, seed + 1)
        expected = y
        for _ in range(20):
            expected = np.float32(0.5) * x + expected
            executable(x, y, 0.5)
        if not np.array_equal(y, expected):
            wrong.append(seed)

    threads = [threading.Thread(target=work, args=(seed,)) for seed in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong


def test_arguments_are_checked():
    executable = tirx.compile(load("saxpy"), target="cpu")
    with pytest.raises(ValueError, match="Y"):
        executable(uniform(8, 1), uniform(7, 1), 1.0)
    with pytest.raises(TypeError, match="float32"):
        executable(np.zeros(8), uniform(8, 1), 1.0)


def test_detected_target():
    target = tirx.target.detect_target_from_device("cpu:0").export()
    assert target["kind"] == "cpu" and 1 <= target["num_threads"] <= (os.cpu_count() or 1)
    x, y = uniform(100, 1), uniform(100, 2)
    expected = np.float32(3) * x + y
    tirx.compile(load("saxpy"), target=target)(x, y, 3.0)
    np.testing.assert_array_equal(y, expected)
    with pytest.raises(tirx.DiagnosticError, match="only device 0"):
        tirx.target.detect_target_from_device("cpu:1")


def tool(tirx_cli, *command, **environment):
    return subprocess.run(
        [str(part) for part in (tirx_cli, *command)],
        check=False,
        capture_output=True,
        text=True,
        env={**os.environ, **environment},
    )


@pytest.mark.parametrize("kept", ["", "1"])
def test_tool_and_artifact(tirx_cli, tmp_path, kept):
    x = uniform((3, 50), 1)
    np.save(tmp_path / "x.npy", x)
    where = ["--arg", f"X={tmp_path / 'x.npy'}", "--out", f"Y={tmp_path / 'y.npy'}"]
    artifact = tmp_path / "softmax.tirx"
    command = ["compile", LOOPS / "softmax.py", "--target", "cpu/x86-64", "-o", artifact]
    done = tool(tirx_cli, *command, TIRX_COMPILE_FORCE_FALLBACK=kept)
    assert done.returncode == 0, done.stderr
    done = tool(tirx_cli, "run", LOOPS / "softmax.py", "--target", "cpu", *where)
    assert done.returncode == 0, done.stderr
    assert "on cpu" in done.stdout and "simulator" not in done.stdout
    check([np.load(tmp_path / "y.npy")], [softmax(x)], 1e-6)
    y = np.full_like(x, np.nan)
    tirx.load(str(artifact))(x, y)
    check([y], [softmax(x)], 1e-6)
    shown = tool(tirx_cli, "inspect", artifact).stdout
    assert ", x86-64, " + ("cpu, " if kept else "so, ") in shown


def test_text_can_be_inspected():
    executable = tirx.compile(load("saxpy"), target="cpu")
    assert "static void saxpy_kernel(float* restrict X_ptr" in executable.inspect_source("cpu")


def test_without_a_compiler(tirx_cli, tmp_path):
    command = ["compile", LOOPS / "saxpy.py", "--target", "cpu", "-o", tmp_path / "a.tirx"]
    done = tool(tirx_cli, *command, PATH=str(tmp_path), TIRX_CC="")
    assert done.returncode == 1
    assert "there is no C compiler: none of cc, gcc, clang is on `PATH`" in done.stderr
    assert "TIRX_CC" in done.stderr and "simulator" in done.stderr
    done = tool(tirx_cli, *command, TIRX_CC="nonesuch")
    assert "`TIRX_CC` names `nonesuch`, which is no program" in done.stderr
    assert not (tmp_path / "a.tirx").exists()


def test_other_compilers(tirx_cli, tmp_path):
    """What each gives is the same; one that fails is quoted, at the line of the script."""
    command = ["compile", LOOPS / "matmul.py", "--target", "cpu", "-o", tmp_path / "a.tirx"]
    for name in ("gcc", "clang"):
        if shutil.which(name):
            done = tool(tirx_cli, *command, TIRX_CC=name)
            assert done.returncode == 0 and not done.stderr, done.stderr
    failing = tmp_path / "failing"
    failing.write_text(
        '#!/bin/sh\n[ "$2" = -dumpversion ] && echo 1.0 && exit 0\n'
        "for last; do file=$source; source=$last; done\n"
        'line=$(grep -n "a \\* X_ptr" $file | cut -d: -f1)\n'
        'echo "$file:$line:5: error: no multiplication today" >&2\nexit 1\n'
    )
    failing.chmod(0o755)
    command[1] = LOOPS / "saxpy.py"
    done = tool(tirx_cli, *command, TIRX_CC=str(failing))
    assert done.returncode == 1
    assert re.search(
        r"saxpy\.py:\d+:\d+: error: .*no multiplication today \[CompilerFailed\]", done.stderr
    ), done.stderr
    assert "Y[i] = a * X[i] + Y[i]" in done.stderr and "its log:" in done.stderr


def test_a_bad_processor_is_quoted(tirx_cli, tmp_path):
    command = ["compile", LOOPS / "saxpy.py", "--target", "cpu:pdp11", "-o", tmp_path / "a.tirx"]
    done = tool(tirx_cli, *command)
    assert done.returncode == 1 and "pdp11" in done.stderr and "[CompilerFailed]" in done.stderr
