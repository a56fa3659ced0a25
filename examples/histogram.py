# SPDX-License-Identifier: Apache-2.0
"""Histogram with atomics: each block counts in shared memory, and adds its counts to those of the others."""

from tirx import script as T

BINS = 64
THREADS = 128
PER_THREAD = 4


@T.function
def histogram(X: T.Tensor(("n",), "int32"), counts: T.Tensor((BINS,), "int32")):
    blocks = T.ceildiv(X.shape[0], THREADS * PER_THREAD)
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=blocks, block=THREADS)):
        thread = T.gpu.thread_idx("x")
        own = T.alloc_shared((BINS,), "int32")
        if thread < BINS:
            own[thread] = 0
        T.gpu.sync()
        for k in T.serial(PER_THREAD):
            i = (T.gpu.block_idx("x") * PER_THREAD + k) * THREADS + thread
            if i < X.shape[0]:
                T.gpu.atomic_add(own[X[i]], 1)
        T.gpu.sync()
        if thread < BINS:
            T.gpu.atomic_add(counts[thread], own[thread])
