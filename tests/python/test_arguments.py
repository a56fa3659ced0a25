# SPDX-License-Identifier: Apache-2.0
"""Arguments of compiled functions, on the simulator: NumPy's scalars and types, odd arrays, wrong ones."""

import resource

import ml_dtypes
import numpy as np
import pytest
import tirx
import tvm_ffi
from dtypes.small_floats import encoded
from tirx import script as T
from tirx._arguments import native_arguments


@T.function
def step(A: T.Tensor(("n",), "float32"), k: T.int32, on: T.bool, x: T.float32):
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=T.ceildiv(n, 32), block=32)):
        i = T.gpu.block_idx("x") * 32 + T.gpu.thread_idx("x")
        if i < n and on:
            A[i] = A[i] + T.cast(k, "float32") * x


@pytest.fixture(scope="module")
def exe():
    return tirx.compile(step, executor="simulator")


@pytest.mark.parametrize("k", [3, np.int32(3), np.int64(3), np.uint8(3)])
@pytest.mark.parametrize("on", [True, np.bool_(True), np.True_])
@pytest.mark.parametrize("x", [0.5, np.float32(0.5), np.float16(0.5), ml_dtypes.bfloat16(0.5)])
def test_scalars(exe, k, on, x):
    a = np.ones(40, "float32")
    exe(a, k, on, x)
    assert (a == 2.5).all()


FLOAT8 = """
from tirx import script as T
@T.function
def read(A: T.Tensor((1,), "float32"), x: T.{dtype}):
    {host}
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=1, block=1)):
        A[0] = T.cast(x, "float32")
"""


@pytest.mark.parametrize("dtype", ["float8_e4m3fn", "float8_e5m2", "float8_e8m0fnu"])
def test_floats_of_8_bits_reach_kernels_rounded(dtype):
    run = tirx.compile(tirx.parse(FLOAT8.format(dtype=dtype, host="pass")), executor="simulator")
    a = np.zeros(1, "float32")
    for value in (1.4, 0.3, 3):
        run(a, value)
        assert a[0] == float(encoded(dtype, np.float64([value])).view(getattr(ml_dtypes, dtype))[0])


@pytest.mark.parametrize("host", ["y = T.cast(x, 'float32') + 1.0", "T.call_packed('f', x)"])
def test_host_code_only_hands_them_on(host):
    with pytest.raises(tirx.DiagnosticError, match="host code uses a value of type float8_e5m2"):
        tirx.compile(tirx.parse(FLOAT8.format(dtype="float8_e5m2", host=host)), executor="simulator")


def copier(dtype):
    @T.function
    def copy(A: T.Tensor(("n",), dtype), B: T.Tensor(("n",), dtype)):
        with T.device_entry(launch=T.gpu.LaunchConfig(grid=1, block=32)):
            i = T.gpu.thread_idx("x")
            if i < n:
                B[i] = A[i]

    return tirx.compile(copy, executor="simulator")


def test_bfloat16_is_used_in_place():
    a = np.linspace(-4, 4, 20).astype(ml_dtypes.bfloat16)
    b = np.zeros_like(a)
    copier("bfloat16")(a, b)
    np.testing.assert_array_equal(a.view("uint16"), b.view("uint16"))


@pytest.mark.parametrize("dtype", ["bfloat16", "float8_e4m3fn", "float8_e5m2", "float8_e8m0fnu"])
def test_types_of_ml_dtypes_keep_their_name_and_memory(dtype):
    a = np.ones((3, 4), getattr(ml_dtypes, dtype))
    (tensor,) = native_arguments([a])
    assert (str(tensor.dtype), tuple(tensor.shape)) == (dtype, (3, 4))
    words = tvm_ffi.from_dlpack(a.view(f"uint{8 * a.itemsize}"))
    assert tensor.data_ptr() == words.data_ptr()
    with pytest.raises(TypeError, match=dtype):
        copier("float32")(a[0], a[0])


def test_bool_arrays():
    a, b = np.array([True, False, True]), np.zeros(3, bool)
    copier("bool")(a, b)
    assert b.tolist() == a.tolist()


def test_empty_arrays(exe):
    exe(np.zeros(0, "float32"), 1, True, 1.0)


def test_arrays_with_strides(exe):
    with pytest.raises(ValueError, match=r"strides.*compact row-major"):
        exe(np.ones(16, "float32")[::2], 1, True, 1.0)
    with pytest.raises(ValueError, match="compact row-major"):
        exe(np.ones(16, "float32")[::-1], 1, True, 1.0)


def test_strides_that_the_type_declares():
    @T.function
    def clear(A: T.Tensor(("n",), "float32", strides=(2,))):
        with T.device_entry(launch=T.gpu.LaunchConfig(grid=1, block=32)):
            i = T.gpu.thread_idx("x")
            if i < n:
                A[i] = 0.0

    a = np.ones(16, "float32")
    tirx.compile(clear, executor="simulator")(a[::2])
    assert a.tolist() == [0.0, 1.0] * 8


@T.function
def add(A: T.Tensor((4,), "float32"), B: T.Tensor((4,), "float32"), C: T.Tensor((4,), "float32")):
    for i in T.serial(4):
        A[i] = A[i] + B[i]
    T.call_packed("tests.take", C)


@T.function
def on_grid(A: T.Tensor((4,), "bfloat16"), B: T.Tensor((4,), "bfloat16"), C: T.Tensor((4,), "int32")):
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=1, block=4)):
        i = T.gpu.thread_idx("x")
        A[i] = B[i]
        T.gpu.atomic_add(C[0], 1)


def read_only(array):
    array.flags.writeable = False
    return array


@pytest.mark.parametrize("kept", ["executable", "artifact", "library"])
def test_read_only_arrays_where_nothing_writes(kept, tmp_path):
    executable = tirx.compile(add, target="cpu")
    if kept == "artifact":
        executable.save(tmp_path / "add.tirx")
        executable = tirx.load(tmp_path / "add.tirx")
    if kept == "library":
        executable.export_library(tmp_path / "add.so")
        executable = tirx.load_module(tmp_path / "add.so")
    tvm_ffi.register_global_func("tests.take", lambda c: None, override=True)
    a, b, c = np.ones(4, "float32"), read_only(np.arange(4, dtype="float32")), np.zeros(4, "float32")
    executable(a, b, c)
    executable(A=a, B=b, C=c)
    assert a.tolist() == [1, 3, 5, 7]
    assert not b.flags.writeable
    for place, given in enumerate([(b, b, c), (a, b, b)]):
        with pytest.raises(
            TypeError, match=rf"argument #{2 * place}: the array is read-only, and the function may"
        ):
            executable(*given)


def test_read_only_arrays_on_the_simulator():
    executable = tirx.compile(on_grid, executor="simulator")
    assert executable.on_grid.signature.endswith("C: Tensor((4,), int32))")
    a, b = np.zeros(4, ml_dtypes.bfloat16), read_only(np.arange(4).astype(ml_dtypes.bfloat16))
    c = np.zeros(4, "int32")
    executable(a, b, c)
    assert a.tolist() == [0, 1, 2, 3] and c[0] == 4
    for given in ((b, a, c), (a, b, read_only(c.copy()))):
        with pytest.raises(TypeError, match="the array is read-only"):
            executable(*given)
    with pytest.raises(TypeError, match="another byte order"):
        executable(a, read_only(np.arange(4, dtype=">f4")), c)


READ_ONLY = np.ones(4, "float32")
READ_ONLY.flags.writeable = False


@pytest.mark.parametrize(
    ("array", "said"),
    [
        (READ_ONLY, "argument #0: the array is read-only"),
        (np.ones(4, ">f4"), "another byte order"),
        (np.array([object()]), "an array of object"),
        (np.array(["text"]), "cannot be passed"),
        (np.ones(4, "float64"), "float64"),
        ([1.0, 2.0], "expected Tensor"),
        ("text", "expected Tensor"),
        (3, "expected Tensor"),
    ],
)
def test_wrong_arrays_are_type_errors(exe, array, said):
    with pytest.raises(TypeError, match=said):
        exe(array, 1, True, 1.0)


@pytest.mark.parametrize(
    ("arguments", "error", "said"),
    [
        ((1.5, True, 1.0), TypeError, "expected int, got float"),
        ((2**40, True, 1.0), ValueError, "a value of int32, got 1099511627776"),
        ((2**70, True, 1.0), ValueError, "a value of int32, got an int of more than 64 bits"),
        ((2**63, True, 1.0), ValueError, "a value of int32, got 9223372036854775808"),
        ((1, 2**70, 1.0), TypeError, "expected bool, got an int of more than 64 bits"),
        (("1", True, 1.0), TypeError, "expected int, got str"),
        ((1, True), TypeError, "expected 4, got 3"),
        ((1, True, 1.0, 2), TypeError, "expected 4, got 5"),
    ],
)
def test_wrong_scalars(exe, arguments, error, said):
    with pytest.raises(error, match=said):
        exe(np.ones(4, "float32"), *arguments)


@pytest.fixture(scope="module", params=["bytecode", "exported"])
def shift(request, tmp_path_factory):
    """Adds a uint64 to an array of one."""

    @T.function
    def shift(A: T.Tensor((1,), "uint64"), by: T.uint64, of: T.int64):
        for i in T.serial(1):
            A[i] = A[i] + by

    executable = tirx.compile(shift, target="cpu")
    if request.param == "bytecode":
        return executable
    path = tmp_path_factory.mktemp("shift") / "shift.so"
    executable.export_library(path)
    return tirx.load_module(path)


@pytest.mark.parametrize("by", [0, 3, 2**63 - 1, 2**63, 2**64 - 1, np.uint64(2**63 + 5)])
def test_every_uint64_can_be_passed(shift, by):
    a = np.array([1], "uint64")
    shift(a, by, 1)
    assert a[0] == (int(by) + 1) % 2**64


@pytest.mark.parametrize(
    ("by", "of", "said"),
    [
        (2**64, 1, "a value of uint64, got an int of more than 64 bits"),
        (-(2**63) - 1, 1, "a value of uint64, got an int of more than 64 bits"),
        (1, 2**63, "a value of int64, got 9223372036854775808"),
    ],
)
def test_wider_integers_are_refused(shift, by, of, said):
    with pytest.raises(ValueError, match=said):
        shift(np.array([1], "uint64"), by, of)


UNSIGNED = """
from tirx import script as T

@T.function
def through(x: T.uint64) -> T.uint64:
    return T.call_packed("tests.through", x, 1, ret="uint64")

@T.function
def narrow(x: T.uint64) -> T.int64:
    return T.call_packed("tests.through", x, 1, ret="int64")

@T.function
def wrapped(x: T.int64) -> T.uint64:
    return T.cast(x, "uint64")
"""


@pytest.fixture(scope="module", params=["bytecode", "exported"])
def unsigned(request, tmp_path_factory):
    """`through` and `narrow` hand x to tests.through and give what it gives; `wrapped` casts x."""
    executable = tirx.compile(tirx.parse(UNSIGNED), target="cpu")
    if request.param == "bytecode":
        return executable
    path = tmp_path_factory.mktemp("unsigned") / "unsigned.so"
    executable.export_library(path)
    return tirx.load_module(path)


@pytest.mark.parametrize("x", [0, 3, 2**63 - 1, 2**63, 2**64 - 1])
def test_every_uint64_is_handed_on_and_returned(unsigned, x):
    tvm_ffi.register_global_func("tests.through", lambda x, one: x - one + 1, override=True)
    assert unsigned.through(x) == x


def test_results_wrap_to_the_type_that_the_script_says(unsigned):
    tvm_ffi.register_global_func("tests.through", lambda x, one: -one, override=True)
    assert unsigned.through(0) == 2**64 - 1
    assert unsigned.wrapped(-2) == 2**64 - 2


@pytest.mark.parametrize(
    ("function", "result"), [("through", 2**64), ("through", -(2**64)), ("narrow", 2**63)]
)
def test_results_that_no_int64_or_uint64_holds_are_refused(unsigned, function, result):
    tvm_ffi.register_global_func("tests.through", lambda x, one: result, override=True)
    with pytest.raises(TypeError, match="`tests.through` returned a value of another type than the script"):
        unsigned[function](1)


def test_integers_beyond_int64_are_released(unsigned):
    tvm_ffi.register_global_func("tests.through", lambda x, one: x, override=True)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    for _ in range(100_000):
        unsigned.through(2**64 - 1)
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 3000, "KiB: a leak would take 4800"
