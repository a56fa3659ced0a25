# SPDX-License-Identifier: Apache-2.0
"""Prefix sums of a long vector in one pass: each block waits for the sum of all blocks before it.

A ticket gives the blocks their order, so that one never waits for a block that has not started. A block's sum
of everything up to its end is published in `sums`, with a flag behind a fence.
"""

from tirx import script as T

THREADS = 128


@T.function
def scan_look_back(
    X: T.Tensor(("n",), "int32"),
    Y: T.Tensor(("n",), "int32"),
    sums: T.Tensor(("blocks",), "int32"),
    flags: T.Tensor(("blocks",), "int32"),
    ticket: T.Tensor((1,), "int32"),
):
    with T.device_entry(launch=T.cuda.LaunchConfig(grid=sums.shape[0], block=THREADS)):
        thread = T.cuda.thread_idx("x")
        own = T.alloc_shared((THREADS,), "int32")
        order = T.alloc_shared((1,), "int32")
        before = T.alloc_shared((1,), "int32")
        if thread == 0:
            order[0] = T.cuda.atomic_add(ticket[0], 1)
        T.gpu.sync()
        block = order[0]
        i = block * THREADS + thread
        value: T.int32 = 0
        if i < X.shape[0]:
            value = X[i]
        own[thread] = value
        T.gpu.sync()
        for step in T.static_range(7):
            if thread >= 1 << step:
                value += own[thread - (1 << step)]
            T.gpu.sync()
            own[thread] = value
            T.gpu.sync()
        if thread == 0:
            before[0] = 0
            if block > 0:
                while T.cuda.atomic_add(flags[block - 1], 0) == 0:
                    pass
                T.cuda.threadfence()
                before[0] = sums[block - 1]
            sums[block] = before[0] + own[THREADS - 1]
            T.cuda.threadfence()
            T.cuda.atomic_exchange(flags[block], 1)
        T.gpu.sync()
        if i < X.shape[0]:
            Y[i] = before[0] + value
