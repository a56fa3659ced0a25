# SPDX-License-Identifier: Apache-2.0
"""Kernels whose calls cost what the host does: a common one, one with many tensors, one with none."""

from tirx import script as T


@T.function
def axpy(x: T.Tensor(("n",), "float32"), y: T.Tensor(("n",), "float32"), a: T.float32):
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=T.ceildiv(x.shape[0], 128), block=128)):
        i = T.gpu.block_idx("x") * 128 + T.gpu.thread_idx("x")
        if i < x.shape[0]:
            y[i] = a * x[i] + y[i]


@T.function
def eight(
    a: T.Tensor(("n", "m"), "float32"),
    b: T.Tensor(("n", "m"), "float32"),
    c: T.Tensor(("n", "m"), "float32"),
    d: T.Tensor(("n", "m"), "float32"),
    e: T.Tensor(("n", "m"), "float32"),
    f: T.Tensor(("n", "m"), "float32"),
    g: T.Tensor(("n", "m"), "float32"),
    h: T.Tensor(("n", "m"), "float32"),
    blocks: T.int32,
):
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=blocks, block=32)):
        i = T.gpu.thread_idx("x")
        h[0, i] = a[0, i] + b[0, i] + c[0, i] + d[0, i] + e[0, i] + f[0, i] + g[0, i]


@T.function
def none(blocks: T.int32):
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=blocks, block=32)):
        T.gpu.sync()
