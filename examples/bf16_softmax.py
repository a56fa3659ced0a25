# SPDX-License-Identifier: Apache-2.0
"""Softmax over the rows of a bfloat16 matrix, a warp to a row; sums are taken in float32."""

from tirx import script as T

COLS = 256
LANES = 32
PER_LANE = COLS // LANES
WARPS = 4


@T.function
def bf16_softmax(X: T.Tensor(("rows", COLS), "bfloat16"), Y: T.Tensor(("rows", COLS), "bfloat16")):
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=T.ceildiv(X.shape[0], WARPS), block=(LANES, WARPS))):
        lane = T.gpu.thread_idx("x")
        row = T.gpu.block_idx("x") * WARPS + T.gpu.thread_idx("y")
        if row < X.shape[0]:
            x = T.alloc_local((PER_LANE,), "float32")
            largest: T.float32 = -T.infinity("float32")
            for k in T.static_range(PER_LANE):
                x[k] = T.cast(X[row, k * LANES + lane], "float32")
                largest = T.max(largest, x[k])
            top = T.gpu.subgroup_max(largest)
            total: T.float32 = 0.0
            for k in T.static_range(PER_LANE):
                x[k] = T.exp(x[k] - top)
                total += x[k]
            scale = 1.0 / T.gpu.subgroup_sum(total)
            for k in T.static_range(PER_LANE):
                Y[row, k * LANES + lane] = T.cast(x[k] * scale, "bfloat16")
