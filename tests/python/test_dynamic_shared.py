# SPDX-License-Identifier: Apache-2.0
"""Shared memory whose extents the launch knows: one tensor, or an arena that others are declared in."""

import numpy as np
import pytest
import tirx
from tirx import testing

SOURCE = """from tirx import script as T

@T.function
def reverse(X: T.Tensor(("n",), "float32"), Y: T.Tensor(("n",), "float32")):
    n = X.shape[0]
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=1, block=n)):
        t = T.gpu.thread_idx("x")
        s = T.alloc_tensor((n,), "float32", scope="shared.dyn")
        s[t] = X[t]
        T.gpu.sync()
        Y[t] = s[n - 1 - t]

@T.function
def rows(X: T.Tensor(("n",), "float32"), Y: T.Tensor(("n",), "float32"), m: T.int32):
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=2, block=X.shape[0])):
        t = T.gpu.thread_idx("x")
        s = T.alloc_tensor((m, X.shape[0]), "float32", scope="shared.dyn")
        for k in range(m):
            s[k, t] = X[t] * T.cast(k, "float32")
        T.gpu.sync()
        if T.gpu.block_idx("x") == 1:
            Y[t] = s[m - 1, X.shape[0] - 1 - t]

@T.function
def arena(X: T.Tensor(("n",), "float32"), Y: T.Tensor(("n",), "float32"), m: T.int32):
    n = X.shape[0]
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=1, block=n)):
        t = T.gpu.thread_idx("x")
        bytes = T.alloc_tensor((n * 4 + n * T.cast(m, "int64") * 2,), "uint8", scope="shared.dyn", align=16)
        whole = T.decl_tensor((n,), "float32", data=bytes.data, scope="shared.dyn")
        half = T.ptr_byte_offset(bytes.data, n * 4, "float16")
        halves = T.decl_tensor((m, n), "float16", data=half, scope="shared.dyn")
        whole[t] = X[t]
        for k in range(m):
            halves[k, t] = T.cast(X[t], "float16")
        T.gpu.sync()
        Y[t] = whole[n - 1 - t] + T.cast(halves[m - 1, n - 1 - t], "float32")

@T.function
def given(X: T.Tensor(("n",), "float32"), Y: T.Tensor(("n",), "float32"), m: T.int32):
    launch = T.gpu.LaunchConfig(grid=1, block=X.shape[0], dynamic_smem_bytes=m)
    with T.device_entry(launch=launch):
        t = T.gpu.thread_idx("x")
        s = T.alloc_tensor((X.shape[0],), "float32", scope="shared.dyn")
        s[t] = X[t]
        T.gpu.sync()
        Y[t] = s[X.shape[0] - 1 - t]
"""
N = 96
X = np.arange(N, dtype=np.float32)
# name: (arguments behind X and Y, what Y becomes)
CASES = {
    "reverse": ([], X[::-1]),
    "rows": ([5], X[::-1] * 4),
    "arena": ([3], X[::-1] * 2),
    "given": ([N * 4 + 64], X[::-1]),
}


@pytest.fixture(scope="module")
def simulator():
    return tirx.compile(tirx.parse(SOURCE), executor="simulator")


@pytest.mark.parametrize("name", CASES)
def test_simulated(simulator, name):
    more, expected = CASES[name]
    y = np.zeros_like(X)
    simulator[name](X, y, *more)
    np.testing.assert_array_equal(y, expected)


@pytest.mark.parametrize("arch", ["sm_80", "sm_90a", "sm_100a"])
def test_compiles(arch):
    exe = tirx.compile(tirx.parse(SOURCE), arch=arch)
    assert "extern __shared__ __align__(16) float s[];" in exe.inspect_source()


def test_extents_bound_indices(simulator):
    with pytest.raises(RuntimeError, match=r"index -1 is out of bounds for dimension 0 with extent 0"):
        simulator["rows"](X, np.zeros_like(X), 0)


def test_less_memory_than_the_tensor_needs(simulator):
    with pytest.raises(
        RuntimeError, match=r"byte offset 128 of `dynamic shared memory`, which has 128 bytes"
    ):
        simulator["given"](X, np.zeros_like(X), 128)


def test_a_negative_size_is_refused(simulator):
    with pytest.raises(ValueError, match=r"dynamic shared memory in bytes is -1152; it must not be negative"):
        simulator["rows"](X, np.zeros_like(X), -3)


def test_only_one():
    two = SOURCE.split("@T.function")[1].replace(
        "        s[t] =", '        r = T.alloc_tensor((n,), "float32", scope="shared.dyn")\n        s[t] ='
    )
    module = tirx.parse("from tirx import script as T\n\n@T.function" + two)
    with pytest.raises(tirx.DiagnosticError, match="2 tensors of scope `shared.dyn`; it can have one"):
        tirx.compile(module, executor="simulator")


@pytest.mark.gpu
@pytest.mark.parametrize("name", CASES)
def test_on_the_device(name):
    cupy = pytest.importorskip("cupy")
    more, expected = CASES[name]
    y = cupy.zeros(N, np.float32)
    tirx.compile(tirx.parse(SOURCE), target="cuda")[name](cupy.asarray(X), y, *more)
    np.testing.assert_array_equal(cupy.asnumpy(y), expected)


SNAPSHOT = """from tirx import script as T

@T.function
def kernel(X: T.Tensor((64,), "float32"), Y: T.Tensor((64,), "float32"), m: T.int32):
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=2, block=32)):
        t = T.gpu.thread_idx("x")
        i = T.gpu.block_idx("x") * 32 + t
        s = T.alloc_shared((4, 8), "bfloat16")
        v = T.alloc_shared((32,), "float32x2")
        d = T.alloc_tensor((m, 16), "int16", scope="shared.dyn")
        s[t // 8, t % 8] = T.cast(X[i], "bfloat16")
        v[t] = T.Broadcast(X[i], 2)
        d[t // 16, t % 16] = T.cast(i, "int16")
        T.gpu.sync()
        Y[i] = X[i]
"""


def test_snapshots():
    x, stops = np.arange(64, dtype=np.float32), []
    line = 1 + SNAPSHOT.splitlines().index("        Y[i] = X[i]")
    arguments = [x, np.zeros_like(x), 3]
    testing.break_at(tirx.parse(SNAPSHOT), arguments, [line], stops.append, thread=(1, 0, 0, 7, 0, 0))
    (stop,) = stops
    assert stop.computed == "Y[39] = 39"
    assert sorted(stop.shared) == ["d", "s", "v"]
    s, d, v = (stop.shared[name] for name in "sdv")
    assert (s.shape, str(s.dtype), d.shape, str(d.dtype)) == ((4, 8), "bfloat16", (48,), "int16")
    np.testing.assert_array_equal(s.astype(np.float32).reshape(-1), x[32:])
    np.testing.assert_array_equal(d[:32], np.arange(32, 64))
    np.testing.assert_array_equal(v, np.stack([x[32:]] * 2, 1))


def test_snapshots_are_of_the_moment_and_stay():
    x, seen = np.arange(64, dtype=np.float32), []
    exe = tirx.compile(
        tirx.parse(SNAPSHOT),
        executor="simulator",
        trace=(0, 0, 0, 0, 0, 0),
        on_trace=lambda file, line, what, shared: seen.append((what, shared()["d"])),
    )
    exe(x, np.zeros_like(x), 2)
    values = dict(seen)
    assert values["d[0, 0] = 0"].shape == (32,)
    assert values["Y[0] = 0"][5] == 5
