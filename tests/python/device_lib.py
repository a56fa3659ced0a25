# SPDX-License-Identifier: Apache-2.0
"""Definitions that test_captured.py imports: their names are this file's own."""

from __future__ import annotations

from tirx import script as T

SCALE = 3
gpu = T.gpu


@T.function(private=True)
def halve(x: T.float32) -> T.float32:
    return x * 0.5


@T.function(private=True)
def quarter(x: T.float32) -> T.float32:
    return halve(halve(x))


@T.inline
def put(A, i, value):
    A[i] = shaped(value) * SCALE


@T.inline
def shaped(value):  # below its caller
    return quarter(value) + 1.0


def swizzle(row, column):
    return row * 8 + (column ^ (row % 8))


@T.meta_class
class Counter:
    STEP = SCALE

    def __init__(self, start=0):
        self.count: T.int32 = start

    @T.inline
    def advance(self):
        self.count += self.STEP


@T.jit
def fill(A: T.Tensor(("n",), dtype), B: T.Optional[T.Tensor(("n",), dtype)], *, N: T.constexpr, dtype: T.constexpr = "float32"):
    """Fills A."""
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=1, block=1)):
        for i in range(N):
            if B is None:
                A[i] = SCALE
            else:
                A[i] = B[i]
