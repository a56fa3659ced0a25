# SPDX-License-Identifier: Apache-2.0
"""The K largest elements of each row, with their places: K times the maximum over a warp."""

from tirx import script as T

COLS = 256
K = 4
LANES = 32
PER_LANE = COLS // LANES


@T.function
def top_k(
    X: T.Tensor(("rows", COLS), "float32"),
    values: T.Tensor(("rows", K), "float32"),
    places: T.Tensor(("rows", K), "int32"),
):
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=X.shape[0], block=LANES)):
        row = T.gpu.block_idx("x")
        lane = T.gpu.thread_idx("x")
        x = T.alloc_local((PER_LANE,), "float32")
        for i in T.unroll(PER_LANE):
            x[i] = X[row, i * LANES + lane]
        for k in T.serial(K):
            best: T.float32 = x[0]
            place: T.int32 = lane
            for i in T.unroll(1, PER_LANE):
                if x[i] > best:
                    best = x[i]
                    place = i * LANES + lane
            largest = T.gpu.subgroup_max(best)
            # Of equal elements the first one counts.
            first = T.gpu.subgroup_min(T.Select(best == largest, place, COLS))
            if lane == 0:
                values[row, k] = largest
                places[row, k] = first
            for i in T.unroll(PER_LANE):
                if i * LANES + lane == first:
                    x[i] = -T.infinity("float32")
