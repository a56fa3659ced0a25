# SPDX-License-Identifier: Apache-2.0
"""The simulator refuses what the device's host would: tensors, and launches not known before."""

import numpy as np
import pytest
import tirx
from tirx import script as T


@T.function
def slices(X: T.Tensor(("n", 4), "float32"), Y: T.Tensor(("n", 4), "float32")):
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=X.shape[0], block=1)):
        i = T.gpu.block_idx("x")
        for v in T.vectorized(4):
            Y[i, v] = X[i, v]


@T.function
def elements(X: T.Tensor(("n", 4), "float32"), Y: T.Tensor(("n", 4), "float32")):
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=X.shape[0], block=4)):
        i = T.gpu.block_idx("x")
        Y[i, T.gpu.thread_idx("x")] = X[i, T.gpu.thread_idx("x")]


@T.function
def pairs(X: T.Tensor(("n",), "float16"), Y: T.Tensor(("n",), "float16")):
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=X.shape[0] // 2, block=1)):
        i = T.gpu.block_idx("x") * 2
        Y[i : i + 2] = X[i : i + 2]


@T.function
def launched(x: T.int32, y: T.int32, z: T.int32, shared: T.int64, Y: T.Tensor((1,), "int32")):
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=1, block=(x, y, z), dynamic_smem_bytes=shared)):
        if T.gpu.linear_thread_id() == 0:
            Y[0] = 1


def simulated(kernel, **options):
    return tirx.compile(kernel, executor="simulator", **options)


def off_by(shape, dtype, elements):
    """An array that many elements after a multiple of 64 bytes."""
    size = np.dtype(dtype).itemsize
    room = np.zeros(int(np.prod(shape)) * size + 192, "uint8")
    start = -room.ctypes.data % 64 + elements * size
    return room[start : start + int(np.prod(shape)) * size].view(dtype).reshape(shape)


@pytest.mark.parametrize(
    ("kernel", "shape", "dtype", "bytes_wanted", "size"),
    [(slices, (3, 4), "float32", 16, 4), (pairs, (8,), "float16", 4, 2)],
)
def test_tensors_of_vector_accesses(kernel, shape, dtype, bytes_wanted, size):
    run = simulated(kernel)
    run(off_by(shape, dtype, 0), off_by(shape, dtype, bytes_wanted // size))
    rule = f"expected a multiple of {bytes_wanted} bytes, got one off by {size}"
    message = f"Misaligned data of `{{}}` on argument #{{}} .*, {rule}"
    with pytest.raises(ValueError, match=message.format("X", 0)):
        run(off_by(shape, dtype, 1), off_by(shape, dtype, 0))
    with pytest.raises(ValueError, match=message.format("Y", 1)):
        run(off_by(shape, dtype, 0), off_by(shape, dtype, 1))


def test_others_need_no_more_than_an_element():
    x, y = off_by((3, 4), "float32", 1), off_by((3, 4), "float32", 3)
    x[:] = np.arange(12).reshape(3, 4)
    simulated(elements)(x, y)
    np.testing.assert_array_equal(x, y)


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ((1, 1, 65, 0), "block dimension z is 65; the limit is 64"),
        ((1025, 1, 1, 0), "block dimension x is 1025; the limit is 1024"),
        ((32, 33, 1, 0), "a block of 1056 threads; the limit is 1024"),
        ((32, 1, 1, 400 * 1024), "dynamic shared memory in bytes is 409600; the limit is 232448"),
    ],
)
def test_launches_that_no_device_takes(values, message):
    y = np.zeros(1, "int32")
    with pytest.raises(ValueError, match=message):
        simulated(launched)(*values, y)
    assert y[0] == 0


def test_the_target_may_allow_less():
    run = simulated(launched, target={"kind": "cuda", "arch": "sm_90a", "max_threads_per_block": 256})
    y = np.zeros(1, "int32")
    run(256, 1, 1, 0, y)
    assert y[0] == 1
    with pytest.raises(ValueError, match="a block of 257 threads; the limit is 256"):
        run(257, 1, 1, 0, y)
