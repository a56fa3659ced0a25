# SPDX-License-Identifier: Apache-2.0
"""Loads of vectors through the read-only cache: of each type with and without a function of CUDA's own."""

import numpy as np
import pytest
import tirx

ROWS = 32
KERNEL = """from tirx import script as T

@T.function
def f(A: T.Tensor(({rows}, 16), "{t}"), B: T.Tensor(({rows}, 16), "{t}")):
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=1, block={rows})):
        i = T.gpu.thread_idx("x")
        B[i, 0:{lanes}] = T.cuda.ldg(A[i, 0:{lanes}])
        B[i, {lanes} : {lanes} * 2] = T.cuda.ldg(A[i, 0 : {lanes} * 2 : 2])
"""
PACKED = """from tirx import script as T

@T.function
def f(A: T.Tensor((32, 4), "float32"), B: T.Tensor((32, 4), "float32")):
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=1, block=32)):
        i = T.gpu.thread_idx("x")
        V = A.view("float32x4")
        B[i, 0:4] = T.cuda.ldg(V[i, 0]) + T.cuda.ldg(T.ptr_byte_offset(A.data, i * 16, "float32x4"))
"""
KINDS = [
    ("float32", 4, "__ldg((const float4*)"),
    ("float16", 8, "ldg_vector((const vec_f16x8*)"),
    ("float16", 2, "__ldg((const half2*)"),
    ("uint8", 8, "ldg_vector((const vec_u8x8*)"),
    ("int64", 2, "__ldg((const longlong2*)"),
    ("bfloat16", 4, "ldg_vector((const vec_bf16x4*)"),
    ("int16", 4, "__ldg((const short4*)"),
]


def data(dtype):
    return (np.arange(ROWS * 16) % 251).reshape(ROWS, 16).astype(dtype)


def expected(a, lanes):
    b = np.zeros_like(a)
    b[:, :lanes] = a[:, :lanes]
    b[:, lanes : 2 * lanes] = a[:, : 2 * lanes : 2]
    return b


@pytest.mark.parametrize(("dtype", "lanes", "text"), KINDS)
def test_vectors_by_type(dtype, lanes, text):
    module = tirx.parse(KERNEL.format(t=dtype, lanes=lanes, rows=ROWS))
    if dtype != "bfloat16":
        a = data(dtype)
        b = np.zeros_like(a)
        tirx.compile(module, executor="simulator")(a, b)
        np.testing.assert_array_equal(b, expected(a, lanes))
    for arch in ["sm_80", "sm_90a", "sm_100a"]:
        tirx.compile(module, arch=arch)
        assert text in tirx.generate_source(module, arch=arch)


def test_tensors_of_vectors():
    module = tirx.parse(PACKED)
    a = np.arange(128, dtype=np.float32).reshape(32, 4)
    b = np.zeros_like(a)
    tirx.compile(module, executor="simulator")(a, b)
    np.testing.assert_array_equal(b, 2 * a)
    tirx.compile(module, arch="sm_90a")
    assert "__ldg(&V[i])" in tirx.generate_source(module, arch="sm_90a")


@pytest.mark.gpu
@pytest.mark.parametrize(("dtype", "lanes", "text"), [kind for kind in KINDS if kind[0] != "bfloat16"])
def test_device(dtype, lanes, text):
    cupy = pytest.importorskip("cupy")
    a = data(dtype)
    b = cupy.zeros(a.shape, a.dtype)
    tirx.compile(tirx.parse(KERNEL.format(t=dtype, lanes=lanes, rows=ROWS)), target="cuda")(
        cupy.asarray(a), b
    )
    np.testing.assert_array_equal(cupy.asnumpy(b), expected(a, lanes))
