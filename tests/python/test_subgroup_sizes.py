# SPDX-License-Identifier: Apache-2.0
"""The simulator's subgroups are the target's."""

import numpy as np
import pytest
import tirx
from tirx import script as T

THREADS = 128


@T.function
def sums(X: T.Tensor((THREADS,), "int32"), Y: T.Tensor((THREADS, 3), "int32")):
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=1, block=THREADS)):
        i = T.gpu.thread_idx("x")
        Y[i, 0] = T.gpu.subgroup_sum(X[i])
        Y[i, 1] = T.gpu.shuffle(X[i], 1 % T.gpu.subgroup_size())
        Y[i, 2] = T.gpu.lane_id()


@T.function
def masks(Y: T.Tensor((THREADS,), "uint32")):
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=1, block=THREADS)):
        i = T.gpu.thread_idx("x")
        Y[i] = T.gpu.ballot(i % 2 == 0)


def simulated(kernel, target, *arguments):
    tirx.compile(kernel, target=target, executor="simulator")(*arguments)


@pytest.mark.parametrize(
    ("target", "size"),
    [
        ("cuda", 32),
        ("rocm", 64),
        ("vulkan", 1),
        ("opencl", 32),
        ({"kind": "rocm", "thread_warp_size": 32}, 32),
        ({"kind": "vulkan", "thread_warp_size": 4}, 4),
        ({"kind": "vulkan", "thread_warp_size": 8}, 8),
        ({"kind": "metal", "thread_warp_size": 16}, 16),
    ],
)
def test_the_target_says_how_many(target, size):
    x = np.random.default_rng(1).integers(-1000, 1000, THREADS, "int32")
    y = np.zeros((THREADS, 3), "int32")
    simulated(sums, target, x, y)
    groups = x.reshape(-1, size)
    np.testing.assert_array_equal(y[:, 0], groups.sum(1).repeat(size))
    np.testing.assert_array_equal(y[:, 1], groups[:, 1 % size].repeat(size))
    np.testing.assert_array_equal(y[:, 2], np.arange(THREADS) % size)


@T.function
def beyond(X: T.Tensor((64,), "int32"), Y: T.Tensor((6, 64), "int32")):
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=1, block=64)):
        i = T.gpu.thread_idx("x")
        Y[0, i] = T.gpu.shuffle(X[i], 35)
        Y[1, i] = T.gpu.shuffle_up(X[i], 33)
        Y[2, i] = T.gpu.shuffle_down(X[i], 33)
        Y[3, i] = T.gpu.shuffle_xor(X[i], 33)
        Y[4, i] = T.cuda.shfl_down_sync(T.uint32(0xFFFFFFFF), X[i], 33, width=8)
        Y[5, i] = T.cuda.shfl_sync(T.uint32(0xFFFFFFFF), X[i], 35, width=8)


def test_of_a_lane_number_the_low_bits_count():
    """PTX ISA, "shfl.sync": five bits of the operand."""
    x, y = np.arange(64, dtype="int32"), np.zeros((6, 64), "int32")
    simulated(beyond, "cuda", x, y)
    lane, first = x % 32, x - x % 32
    np.testing.assert_array_equal(y[0], first + 3)
    np.testing.assert_array_equal(y[1], np.where(lane > 0, x - 1, x))
    np.testing.assert_array_equal(y[2], np.where(lane < 31, x + 1, x))
    np.testing.assert_array_equal(y[3], x ^ 1)
    np.testing.assert_array_equal(y[4], np.where(x % 8 < 7, x + 1, x))
    np.testing.assert_array_equal(y[5], x - x % 8 + 3)


def test_a_size_that_is_no_power_of_two():
    with pytest.raises(
        RuntimeError, match="subgroups of 48 threads; the simulator knows powers of two from 1 to 64"
    ):
        simulated(masks, {"kind": "rocm", "thread_warp_size": 48}, np.zeros(THREADS, "uint32"))


def test_a_ballot_of_64_lanes_does_not_fit():
    y = np.zeros(THREADS, "uint32")
    simulated(masks, {"kind": "rocm", "thread_warp_size": 8}, y)
    np.testing.assert_array_equal(y, np.full(THREADS, 0x55, "uint32"))
    with pytest.raises(RuntimeError, match="its mask has 32 bits, and the subgroup 64 lanes"):
        simulated(masks, "rocm", y)
