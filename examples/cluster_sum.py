# SPDX-License-Identifier: Apache-2.0
"""Sums of long rows by clusters: each block of a cluster sums a part, and reads the others' sums from their
shared memory."""

from tirx import script as T

COLS = 2048
CLUSTER = 4
THREADS = 128
PART = COLS // CLUSTER


@T.function
def cluster_sum(X: T.Tensor(("rows", COLS), "float32"), Y: T.Tensor(("rows",), "float32")):
    grid = (CLUSTER, X.shape[0])
    with T.device_entry(launch=T.cuda.LaunchConfig(grid=grid, block=THREADS, cluster=(CLUSTER, 1))):
        rank = T.cuda.cluster_cta_rank()
        row = T.cuda.block_idx("y")
        thread = T.cuda.thread_idx("x")
        part = T.alloc_shared((1,), "float32")
        value: T.float32 = 0.0
        for k in T.serial(PART // THREADS):
            value += X[row, rank * PART + k * THREADS + thread]
        total = T.gpu.block_sum(value)
        if thread == 0:
            part[0] = total
        T.cuda.cluster_sync()
        if rank == 0 and thread == 0:
            sum: T.float32 = 0.0
            for other in T.serial(CLUSTER):
                theirs = T.decl_tensor(
                    (1,), "float32", data=T.cuda.map_shared_rank(part[0], other), scope="shared"
                )
                sum += theirs[0]
            Y[row] = sum
        T.cuda.cluster_sync()  # nobody ends while its shared memory is read
