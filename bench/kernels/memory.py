# SPDX-License-Identifier: Apache-2.0
"""Kernels that touch memory once each way: one-shot grids in memory order, 16-byte accesses,
rows in registers.

Each function makes the kernel of one shape. Rows are bfloat16 unless said otherwise; COLS is a multiple of
what a block reads at once.
"""

from tirx import script as T

LANES = 32
LOG2E = 1.4426950408889634


def scale(n, threads):
    """float32, n elements; a vector of four a thread."""

    @T.function
    def scale(X: T.Tensor((n,), "float32", align=16), Y: T.Tensor((n,), "float32", align=16), a: T.float32):
        with T.device_entry(launch=T.gpu.LaunchConfig(grid=n // threads // 4, block=threads)):
            i = (T.gpu.block_idx("x") * threads + T.gpu.thread_idx("x")) * 4
            Y[i : i + 4] = a * X[i : i + 4]

    return scale


def row_sum(cols, threads):
    """float32; one block a row, its part of the row in each thread's registers."""
    vectors, groups = cols // threads // 4, threads // LANES

    @T.function
    def row_sum(X: T.Tensor(("rows", cols), "float32", align=16), Y: T.Tensor(("rows",), "float32")):
        with T.device_entry(launch=T.gpu.LaunchConfig(grid=X.shape[0], block=threads)):
            row, thread = T.gpu.block_idx("x"), T.gpu.thread_idx("x")
            parts = T.alloc_shared((groups,), "float32")
            values = T.alloc_local((vectors, 4), "float32")
            for v in T.unroll(vectors):
                c = (v * threads + thread) * 4
                values[v, 0:4] = X[row, c : c + 4]
            total: T.float32 = 0.0
            for v in T.unroll(vectors):
                for i in T.unroll(4):
                    total += values[v, i]
            total = T.gpu.subgroup_sum(total)
            if thread % LANES == 0:
                parts[thread // LANES] = total
            T.gpu.sync()
            if thread == 0:
                total = 0.0
                for i in T.unroll(groups):
                    total += parts[i]
                Y[row] = total

    return row_sum


def rms_norm(cols, threads):
    vectors, groups = cols // threads // 8, threads // LANES

    @T.function
    def rms_norm(
        X: T.Tensor(("rows", cols), "bfloat16", align=16),
        W: T.Tensor((cols,), "bfloat16", align=16),
        Y: T.Tensor(("rows", cols), "bfloat16", align=16),
        epsilon: T.float32,
    ):
        with T.device_entry(launch=T.gpu.LaunchConfig(grid=X.shape[0], block=threads)):
            row, thread = T.gpu.block_idx("x"), T.gpu.thread_idx("x")
            parts = T.alloc_shared((groups,), "float32")
            values = T.alloc_local((vectors, 8), "float32")
            for v in T.unroll(vectors):
                c = (v * threads + thread) * 8
                values[v, 0:8] = T.cast(X[row, c : c + 8], "float32")
            total: T.float32 = 0.0
            for v in T.unroll(vectors):
                for i in T.unroll(8):
                    total += values[v, i] * values[v, i]
            total = T.gpu.subgroup_sum(total)
            if thread % LANES == 0:
                parts[thread // LANES] = total
            T.gpu.sync()
            total = 0.0
            for i in T.unroll(groups):
                total += parts[i]
            factor = T.rsqrt(total / cols + epsilon)
            for v in T.unroll(vectors):
                c = (v * threads + thread) * 8
                w = T.cast(W[c : c + 8], "float32")
                Y[row, c : c + 8] = T.cast(values[v, 0:8] * T.Broadcast(factor, 8) * w, "bfloat16")

    return rms_norm


@T.inline
def across_block(own_maximum, own_sum, maxima, sums, row, thread):
    """Of the pairs (maximum m, sum of exp(x - m)) of one row's subgroups: what every thread then needs."""
    groups = maxima.shape[1]
    if thread % LANES == 0:
        maxima[row, thread // LANES] = own_maximum
        sums[row, thread // LANES] = own_sum
    T.gpu.sync()
    largest: T.float32 = maxima[row, 0]
    for i in T.unroll(1, groups):
        largest = T.max(largest, maxima[row, i])
    total: T.float32 = 0.0
    for i in T.unroll(groups):
        total += sums[row, i] * T.exp2((maxima[row, i] - largest) * LOG2E)
    return largest, total


def softmax(cols, threads, rows_of_block):
    """One reduction, of pairs; the exponentials stay in float32 registers."""
    vectors, groups = cols // threads // 8, threads // LANES

    @T.function
    def softmax(
        X: T.Tensor(("rows", cols), "bfloat16", align=16), Y: T.Tensor(("rows", cols), "bfloat16", align=16)
    ):
        with T.device_entry(
            launch=T.gpu.LaunchConfig(grid=X.shape[0] // rows_of_block, block=(threads, rows_of_block))
        ):
            thread, part = T.gpu.thread_idx("x"), T.gpu.thread_idx("y")
            row = T.gpu.block_idx("x") * rows_of_block + part
            maxima = T.alloc_shared((rows_of_block, groups), "float32")
            sums = T.alloc_shared((rows_of_block, groups), "float32")
            values = T.alloc_local((vectors, 8), "float32")
            for v in T.unroll(vectors):
                c = (v * threads + thread) * 8
                values[v, 0:8] = T.cast(X[row, c : c + 8], "float32")
            own: T.float32 = values[0, 0]
            for v in T.unroll(vectors):
                for i in T.unroll(8):
                    own = T.max(own, values[v, i])
            own = T.gpu.subgroup_max(own)
            total: T.float32 = 0.0
            for v in T.unroll(vectors):
                for i in T.unroll(8):
                    values[v, i] = T.exp2(values[v, i] * LOG2E - own * LOG2E)
                    total += values[v, i]
            total = T.gpu.subgroup_sum(total)
            largest, whole = across_block(own, total, maxima, sums, part, thread)
            factor = T.exp2((own - largest) * LOG2E) / whole
            for v in T.unroll(vectors):
                c = (v * threads + thread) * 8
                Y[row, c : c + 8] = T.cast(values[v, 0:8] * T.Broadcast(factor, 8), "bfloat16")

    return softmax
