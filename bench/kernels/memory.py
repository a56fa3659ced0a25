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
    """The row stays as it came, and is converted twice."""
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
            values = T.alloc_local((vectors, 8), "bfloat16", align=16)
            for v in T.unroll(vectors):
                c = (v * threads + thread) * 8
                values[v, 0:8] = X[row, c : c + 8]
            total: T.float32 = 0.0
            for v in T.unroll(vectors):
                for i in T.unroll(8):
                    x = T.cast(values[v, i], "float32")
                    total += x * x
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
                x = T.cast(values[v, 0:8], "float32")
                Y[row, c : c + 8] = T.cast(x * T.Broadcast(factor, 8) * w, "bfloat16")

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


@T.inline
def exponentials(word, shift):
    """exp2(x * log2(e) - shift) of the two bfloat16 of a word."""
    low = T.reinterpret("float32", word << 16)
    high = T.reinterpret("float32", word & 0xFFFF0000)
    return T.exp2(low * LOG2E - shift), T.exp2(high * LOG2E - shift)


@T.inline
def same(word):
    return word


# Without it the compiler keeps what it unpacked for the sum, twice the registers of the row, and spills.
UNPACKED_ANEW = """static __device__ __forceinline__ unsigned unpacked_anew(unsigned word) {
  asm volatile("" : "+r"(word));
  return word;
}"""


def wide_softmax(cols, threads):
    """For rows that fill a block's registers: the row stays packed, exponentials are computed twice."""
    vectors, groups = cols // threads // 8, threads // LANES

    @T.function
    def wide_softmax(
        X: T.Tensor(("rows", cols), "bfloat16", align=16), Y: T.Tensor(("rows", cols), "bfloat16", align=16)
    ):
        with T.device_entry(launch=T.gpu.LaunchConfig(grid=X.shape[0], block=threads)):
            row, thread = T.gpu.block_idx("x"), T.gpu.thread_idx("x")
            maxima = T.alloc_shared((1, groups), "float32")
            sums = T.alloc_shared((1, groups), "float32")
            source, target = X.view("uint32"), Y.view("uint32")
            words = T.alloc_local((vectors, 4), "uint32", align=16)
            for v in T.unroll(vectors):
                c = (v * threads + thread) * 4
                words[v, 0:4] = source[row, c : c + 4]
            largest_pair: T.uint32 = words[0, 0]
            for v in T.unroll(vectors):
                for i in T.unroll(4):
                    largest_pair = T.cuda.hmax2(largest_pair, words[v, i])
            pair = T.cuda.bfloat1622float2(largest_pair)
            own = T.gpu.subgroup_max(T.max(T.cuda.float2_x(pair), T.cuda.float2_y(pair)))
            total: T.float32 = 0.0
            for v in T.unroll(vectors):
                for i in T.unroll(4):
                    low, high = exponentials(words[v, i], own * LOG2E)
                    total += low + high
            total = T.gpu.subgroup_sum(total)
            largest, whole = across_block(own, total, maxima, sums, 0, thread)
            shift = largest * LOG2E + T.log2(whole)
            result = T.alloc_local((4,), "uint32", align=16)
            for v in T.unroll(vectors):
                c = (v * threads + thread) * 4
                for i in T.unroll(4):
                    word = T.cuda.func_call(
                        "unpacked_anew",
                        words[v, i],
                        return_type="uint32",
                        source_code=UNPACKED_ANEW,
                        reference=same,
                    )
                    low, high = exponentials(word, shift)
                    result[i] = T.cuda.float22bfloat162_rn(low, high)
                target[row, c : c + 4] = result[0:4]

    return wide_softmax


def transpose(size, tile, threads):
    """Two elements of a column become one word of a row of the output on their way through shared memory.

    The chunks of four words of a row of shared memory change places with its number, so that neither side
    meets a bank twice; blocks follow the output's rows.
    """
    pairs, chunks = tile // 2, tile // 8

    @T.function
    def transpose(
        X: T.Tensor((size, size), "bfloat16", align=16), Y: T.Tensor((size, size), "bfloat16", align=16)
    ):
        with T.device_entry(launch=T.gpu.LaunchConfig(grid=(size // tile, size // tile), block=threads)):
            first_row, first_col = T.gpu.block_idx("x") * tile, T.gpu.block_idx("y") * tile
            thread = T.gpu.thread_idx("x")
            words = T.alloc_shared((tile, pairs), "uint32", align=16)
            source, target = X.view("uint32"), Y.view("uint32")
            upper = T.alloc_local((4,), "uint32", align=16)
            lower = T.alloc_local((4,), "uint32", align=16)
            for s in T.unroll(pairs * chunks // threads):
                unit = s * threads + thread
                chunk, pair = unit % 8 + unit // (8 * pairs) * 8, unit // 8 % pairs
                row, col = first_row + pair * 2, (first_col + chunk * 8) // 2
                upper[0:4] = source[row, col : col + 4]
                lower[0:4] = source[row + 1, col : col + 4]
                place = (pair // 4 ^ chunk % 8) * 4 + pair % 4
                for i in T.unroll(4):
                    words[chunk * 8 + i * 2, place] = (upper[i] & 0xFFFF) | (lower[i] << 16)
                    words[chunk * 8 + i * 2 + 1, place] = (upper[i] >> 16) | (lower[i] & 0xFFFF0000)
            T.gpu.sync()
            for s in T.unroll(tile * pairs // 4 // threads):
                unit = s * threads + thread
                row, chunk = unit // (pairs // 4), unit % (pairs // 4)
                place, col = (chunk ^ row // 8 % 8) * 4, (first_row + chunk * 8) // 2
                target[first_col + row, col : col + 4] = words[row, place : place + 4]

    return transpose
