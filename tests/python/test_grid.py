# SPDX-License-Identifier: Apache-2.0
"""`break` and `continue` in `T.grid` mean what they mean in one `for` statement of Python."""

import itertools

import numpy as np
import pytest
import tirx
from tirx import script as T


@T.function
def walk(stop: T.Tensor((3, 4, 5), "int32"), seen: T.Tensor((3, 4, 5), "int32")):
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=1, block=1)):
        for i, j, k in T.grid(3, 4, 5):
            if stop[i, j, k] == 1:
                break
            if stop[i, j, k] == 2:
                continue
            seen[i, j, k] = 1


@pytest.mark.parametrize("leave", [(0, 0, 0), (1, 2, 3), (2, 3, 4), None])
def test_as_in_python(leave):
    stop = np.zeros((3, 4, 5), np.int32)
    stop[0, 1, 2] = stop[1, 0, :] = 2
    if leave:
        stop[leave] = 1
    expected = np.zeros_like(stop)
    for point in itertools.product(range(3), range(4), range(5)):
        if stop[point] == 1:
            break
        if stop[point] == 2:
            continue
        expected[point] = 1
    seen = np.zeros_like(stop)
    tirx.compile(walk, executor="simulator")(stop, seen)
    np.testing.assert_array_equal(seen, expected)
