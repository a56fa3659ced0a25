# SPDX-License-Identifier: Apache-2.0
"""Thread loops over the blocks of a cluster, with vectors in the shared memory of the block beside."""

import numpy as np
import pytest
import tirx
from tirx import script as T


@T.function
def swap(A: T.Tensor((4, 32, 4), "float32"), B: T.Tensor((4, 32, 4), "float32")):
    for bx in T.thread_binding(4, "blockIdx.x"):
        for cx in T.thread_binding(2, "clusterCtaIdx.x"):
            for tx in T.thread_binding(32, thread="threadIdx.x"):
                own = T.alloc_shared((32, 4), "float32")
                for v in T.vectorized(4):
                    own[tx, v] = A[bx, tx, v]
                T.cuda.cluster_sync()
                near = T.cuda.map_shared_rank(own.data, 1 - cx)
                other = T.decl_tensor((32, 4), "float32", data=near, scope="shared", align=16)
                B[bx, tx, 0:4] = other[31 - tx, 0:4] * T.cast(cx + 1, "float32")
                T.cuda.cluster_sync()


@T.function
def regions(A: T.Tensor((4, 32, 4), "float32"), B: T.Tensor((4, 32, 4), "float32")):
    with (
        T.launch_thread("blockIdx.x", 2) as bx,
        T.launch_thread("blockIdx.y", 2) as by,
        T.launch_thread("clusterCtaIdx.y", 2) as cy,
        T.launch_thread("threadIdx.x", 32) as tx,
    ):
        row = bx * 2 + by
        B[row, tx, 0:4] = A[row, tx, 0:4] + T.cast(cy, "float32")


def data():
    return np.arange(512, dtype=np.float32).reshape(4, 32, 4)


def swapped(a):
    b = a[[1, 0, 3, 2], ::-1].copy()
    b[1::2] *= 2
    return b


def places(a):
    b = a.copy()
    b[1::2] += 1
    return b


CASES = [(swap, swapped), (regions, places)]


@pytest.mark.parametrize(("kernel", "expected"), CASES)
def test_on_the_simulator(kernel, expected):
    a, b = data(), np.zeros_like(data())
    tirx.compile(kernel, executor="simulator")(a, b)
    np.testing.assert_array_equal(b, expected(a))


@pytest.mark.parametrize(("kernel", "expected"), CASES)
def test_prints_as_an_entry_that_does_the_same(kernel, expected):
    text = kernel.script()
    assert "T.cuda.LaunchConfig(" in text
    assert "cluster=" in text
    a, b = data(), np.zeros_like(data())
    tirx.compile(tirx.parse(text), executor="simulator")(a, b)
    np.testing.assert_array_equal(b, expected(a))


def test_cuda_text():
    text = tirx.generate_source(swap, arch="sm_90a")
    assert "int cx = (int)__clusterRelativeBlockIdx().x;" in text
    assert "*(float4*)(own + tx * 4) = *(const float4*)(A_ptr + index);" in text
    assert "float4 value = *(float4*)(near + (31 - tx) * 4);" in text
    assert "map_shared_rank(own, 1 - cx)" in text
    assert "__clusterRelativeBlockIdx().y" in tirx.generate_source(regions, arch="sm_90a")
    for arch in ["sm_90a", "sm_100a"]:
        for kernel, _ in CASES:
            tirx.compile(kernel, arch=arch)


def test_older_architectures_have_no_clusters():
    with pytest.raises(tirx.DiagnosticError, match="needs sm_90 or later; the target is sm_80"):
        tirx.compile(regions, arch="sm_80")


@pytest.mark.gpu
@pytest.mark.parametrize(("kernel", "expected"), CASES)
def test_on_a_device(kernel, expected):
    cupy = pytest.importorskip("cupy")
    b = cupy.zeros(data().shape, np.float32)
    tirx.compile(kernel, target="cuda")(cupy.asarray(data()), b)
    np.testing.assert_array_equal(cupy.asnumpy(b), expected(data()))
