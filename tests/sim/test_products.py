# SPDX-License-Identifier: Apache-2.0
"""Two loads, a product and a sum, which the simulator carries out in one go: as one after the other would."""

import numpy as np
import pytest
import tirx
from tirx import script as T

N = 64


@T.function
def product_first(A: T.Tensor((N,), "float32"), B: T.Tensor((N,), "float32"), C: T.Tensor((N,), "float32")):
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=1, block=N)):
        i = T.gpu.thread_idx("x")
        c = C[i]
        C[i] = A[i] * B[i] + c


@T.function
def product_last(A: T.Tensor((N,), "float32"), B: T.Tensor((N,), "float32"), C: T.Tensor((N,), "float32")):
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=1, block=N)):
        i = T.gpu.thread_idx("x")
        c = C[i]
        C[i] = c + A[i] * B[i]


@T.function
def product_twice(A: T.Tensor((N,), "float32"), B: T.Tensor((N,), "float32"), C: T.Tensor((N,), "float32")):
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=1, block=N)):
        i = T.gpu.thread_idx("x")
        x = A[i] * B[i]
        C[i] = x + x


def flushed(x, ftz):
    """Subnormals as zeros of their sign."""
    return np.where(ftz & (np.abs(x) < np.finfo(np.float32).tiny), np.copysign(np.float32(0), x), x)


@pytest.mark.parametrize("ftz", [False, True])
@pytest.mark.parametrize("kernel", [product_first, product_last, product_twice], ids=lambda k: k.name)
def test_each_operation_rounds_and_flushes(kernel, ftz):
    random = np.random.default_rng(7)
    a, b, c = (random.standard_normal(N).astype("float32") for _ in range(3))
    a[:16] *= np.float32(1e-30)
    b[:16] *= np.float32(1e-9)  # the product is subnormal
    a[16:24] = np.float32(1e-40)
    c[8:24] = np.float32(-1e-40)
    product = flushed(flushed(a, ftz) * flushed(b, ftz), ftz)
    other = product if kernel is product_twice else flushed(c, ftz)
    expected = flushed(product + other, ftz)
    options = ["--ftz=true"] if ftz else []
    config = {"cuda": {"nvrtc": options}}
    tirx.compile(kernel, executor="simulator", arch="sm_90a", backend_config=config)(a, b, c)
    assert (c.view("uint32") == expected.view("uint32")).all()
