# SPDX-License-Identifier: Apache-2.0
"""Softmax over the rows of a matrix, one block to a row.

Each thread goes over its part of the row three times: for the maximum, for the sum, for the result. Between
the passes the block agrees on a value: first the 32 lanes of each subgroup by shuffles, then the subgroups
through shared memory.
"""

from tirx import script as T

COLS = 1000
THREADS = 128
LANES = 32
SUBGROUPS = THREADS // LANES


@T.inline
def across_lanes(value, combine):
    """`combine` over the lanes of a subgroup, in every lane; `value` is a cell."""
    for step in T.static_range(5):
        value = combine(value, T.gpu.shuffle_xor(value, 16 >> step))


@T.inline
def across_block(value, combine, parts, thread):
    """`combine` over the threads of the block, in every thread; `value` is a cell."""
    across_lanes(value, combine)
    if thread % LANES == 0:
        parts[thread // LANES] = value
    T.gpu.sync()
    value = parts[0]
    for part in T.static_range(1, SUBGROUPS):
        value = combine(value, parts[part])
    T.gpu.sync()


@T.function
def softmax(X: T.Tensor(("rows", COLS), "float32"), Y: T.Tensor(("rows", COLS), "float32")):
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=X.shape[0], block=THREADS)):
        row = T.gpu.block_idx("x")
        thread = T.gpu.thread_idx("x")
        parts = T.alloc_shared((SUBGROUPS,), "float32")

        largest: T.float32 = -T.infinity("float32")
        for step in T.serial(T.ceildiv(COLS, THREADS)):
            column = step * THREADS + thread
            if column < COLS:
                largest = T.max(largest, X[row, column])
        across_block(largest, lambda a, b: T.max(a, b), parts, thread)

        total: T.float32 = 0.0
        for step in T.serial(T.ceildiv(COLS, THREADS)):
            column = step * THREADS + thread
            if column < COLS:
                total += T.exp(X[row, column] - largest)
        across_block(total, lambda a, b: a + b, parts, thread)

        for step in T.serial(T.ceildiv(COLS, THREADS)):
            column = step * THREADS + thread
            if column < COLS:
                Y[row, column] = T.exp(X[row, column] - largest) / total
