# SPDX-License-Identifier: Apache-2.0
"""Host code that calls exported functions of its module, and addresses of elements that it hands on."""

import ctypes

import numpy as np
import pytest
import tirx
import tvm_ffi
from tirx import script as T

FLOAT = T.Tensor(("n",), "float32")


@T.function
def fill(A: FLOAT, value: T.float32):
    """Exported: callers have it, and so has Python."""
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=T.ceildiv(A.shape[0], 32), block=32)):
        i = T.gpu.block_idx("x") * 32 + T.gpu.thread_idx("x")
        if i < A.shape[0]:
            A[i] = value


@T.function
def factorial(n: T.int64) -> T.int64:
    if n < 2:
        return T.int64(1)
    return n * factorial(n - 1)


@T.function
def both(A: FLOAT, B: T.Tensor(("m",), "float32")) -> T.int64:
    fill(A, 1.0)
    fill(B, 2.0)
    return factorial(T.cast(B.shape[0], "int64"))


def test_an_exported_function_is_called_with_the_lengths_of_each_call():
    a, b = np.zeros(70, np.float32), np.zeros(5, np.float32)
    assert tirx.compile(both, executor="simulator")(a, b) == 120
    assert (a == 1).all() and (b == 2).all()


def test_and_stays_a_function_of_its_own():
    built = tirx.compile(both.module, executor="simulator")
    a = np.zeros(40, np.float32)
    built["fill"](a, 3.0)
    assert (a == 3).all()
    assert built["factorial"](6) == 720


def test_recursion_has_an_end():
    with pytest.raises(RuntimeError, match="host functions call each other more than 256 deep"):
        tirx.compile(factorial, executor="simulator")(10**6)


def test_addresses_of_elements():
    seen = []
    tvm_ffi.register_global_func("tirx.test.address", seen.append, override=True)

    @T.function
    def f(A: T.Tensor((4, "n"), "float64"), i: T.int32):
        T.call_packed("tirx.test.address", T.address_of(A[i, 2]))
        T.call_packed("tirx.test.address", A.ptr_to([0, 0]))
        T.call_packed("tirx.test.address", A.data)

    a = np.zeros((4, 3))
    tirx.compile(f, executor="simulator")(a, 3)
    addresses = [pointer.value if isinstance(pointer, ctypes.c_void_p) else int(pointer) for pointer in seen]
    assert addresses == [a[3, 2:].ctypes.data, a.ctypes.data, a.ctypes.data]


def test_null_pointers():
    seen = []
    tvm_ffi.register_global_func("tirx.test.null", seen.append, override=True)

    @T.function
    def f(p: T.handle("float32"), n: T.int32):
        if T.isnullptr(p):
            T.call_packed("tirx.test.null", n)
        if T.likely(n > 1):
            T.call_packed("tirx.test.null", -n)

    run = tirx.compile(f, executor="simulator")
    run(None, 1)
    run(np.zeros(3, np.float32), 2)
    assert seen == [1, -2]


def test_tensor_maps_are_handed_on():
    module = tirx.parse(
        """from tirx import script as T


@T.function
def f(m: T.TensorMap(), A: T.Tensor((8,), "float32")):
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=1, block=8)):
        A[T.gpu.thread_idx("x")] = 1.0
"""
    )
    a, described = np.zeros(8, np.float32), np.zeros(128, np.uint8)
    tirx.compile(module, executor="simulator", verify=True)(described, a)
    assert (a == 1).all()


@pytest.mark.parametrize(
    ("statement", "message"),
    [
        ("x: T.int32 = 1\n    T.call_packed('f', T.address_of(x))", "the address of the cell `x`"),
        ("T.call_packed('f', T.address_of(m))", "the address of a tensor map"),
    ],
)
def test_what_has_no_address_on_the_host(statement, message):
    module = tirx.parse(
        f"from tirx import script as T\n\n\n@T.function\ndef f(m: T.TensorMap()):\n    {statement}\n"
    )
    with pytest.raises(tirx.DiagnosticError, match=message) as caught:
        tirx.compile(module, executor="simulator")
    assert caught.value.diagnostics[0].kind == "HostUnsupported"
