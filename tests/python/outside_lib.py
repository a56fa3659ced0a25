# SPDX-License-Identifier: Apache-2.0
"""Names of the language used outside of kernels; input of Python and of the command line alike."""

from tirx import script as T

N = 100
ROWS = T.Tensor(("n", 4), "float32")
POINTER = T.handle("float32")
ARRAY = T.float32[2]
FIVE = T.int32(5)
BLOCKS = T.ceildiv(N, 32)
LAUNCH = T.gpu.LaunchConfig(grid=BLOCKS, block=(32, 1))
ENTRY = T.device_entry(launch=LAUNCH)
OPTIONS = {"launch": LAUNCH, "kernel_attrs": T.cuda.KernelAttributes(min_blocks_per_sm=2)}
MAP = T.cuda.MemSyncDomainMap(remote=T.max(0, 1))


@T.meta_class
class Tile:
    SCALE = 2

    def __init__(self, rows, inner=None):
        self.rows = rows
        self.inner = inner
        self.sizes = [rows, rows + 1]

    def origin(self, block):
        return block * self.rows * self.SCALE

    @T.inline
    def clear(self, A, block):
        for i in range(self.rows):
            A[self.origin(block) + i, 0] = 0.0

    @T.inline
    def stage(self, A):
        local = Tile(self.rows)
        local.data = T.alloc_local((self.sizes[1],), "float32")
        local.data[0] = A[0, 0]


@T.meta_class
class Wide(Tile):
    SCALE = 4

    def __init__(self, rows):
        super().__init__(rows, Tile(1))


TILE = Tile(8)
WIDE = Wide(2)
TILES = [TILE, WIDE]
LOOP = Tile(1)
LOOP.inner = LOOP


@T.function
def unpacked(A: ROWS):
    with T.device_entry(**OPTIONS):
        A[T.max(*[FIVE, 0]), 0] = 1.0


@T.function
def types(A: ROWS, p: POINTER, k: T.int32):
    with T.device_entry(launch=LAUNCH.replace(grid=FIVE, dynamic_smem_bytes=0)):
        x: ARRAY
        x[0] = 1.0
        A[0, 1] = T.cast(FIVE * k, "float32") + x[0]


@T.function
def extents(A: ROWS):
    with ENTRY:
        A[T.gpu.thread_idx("x"), 0] = 1.0 * LAUNCH.block[0]


@T.function
def parts(A: ROWS):
    with T.device_entry(launch=T.cuda.LaunchConfig(grid=1, block=32, mem_sync_domain_map=MAP)):
        A[0, 0] = 1.0


@T.function
def instances(A: ROWS):
    with T.device_entry(launch=LAUNCH):
        block = T.gpu.block_idx("x")
        TILE.clear(A, block)
        for tile in TILES:
            tile.clear(A, block)
        WIDE.inner.stage(A)
        if isinstance(WIDE, Tile) and TILES[0] is TILE and LOOP.inner.inner is LOOP:
            A[0, 3] = T.cast(Wide(3).origin(block), "float32")
