# SPDX-License-Identifier: Apache-2.0
"""Prefix sums of each row: those of a warp by shuffles, those of the warps before through shared memory."""

from tirx import script as T

THREADS = 256
LANES = 32
WARPS = THREADS // LANES


@T.inline
def over_lanes(value, lane):
    """Prefix sums over the lanes of a warp; `value` is a cell."""
    for step in T.static_range(5):
        before = T.gpu.shuffle_up(value, 1 << step)
        value = value + T.Select(lane >= 1 << step, before, 0)


@T.function
def prefix_sum(X: T.Tensor(("rows", THREADS), "int32"), Y: T.Tensor(("rows", THREADS), "int32")):
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=X.shape[0], block=THREADS)):
        row = T.gpu.block_idx("x")
        thread = T.gpu.thread_idx("x")
        lane = thread % LANES
        warp = thread // LANES
        totals = T.alloc_shared((WARPS,), "int32")
        value: T.int32 = X[row, thread]
        over_lanes(value, lane)
        if lane == LANES - 1:
            totals[warp] = value
        T.gpu.sync()
        for other in T.static_range(WARPS - 1):
            if other < warp:
                value += totals[other]
        Y[row, thread] = value
