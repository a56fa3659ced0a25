# SPDX-License-Identifier: Apache-2.0
# The scope of the atomic is the block, but all blocks count.
# RUN: tirx run %s --simulate
# EXIT: 1
from tirx import script as T


@T.function
def block_scope_across_blocks(Y: T.Tensor((1,), "int32")):
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=2, block=32)):
        T.gpu.atomic_add(Y[0], 1, scope="block")

# ==== output ====
# block_scope_across_blocks: on the simulator, as asked
# tests/sim/faults/block_scope_across_blocks.py:11:9: error: `T.gpu.atomic_add` at byte offset 0 of `Y`: data race: updated atomically here, and updated atomically by thread (31, 0, 0) of block (0, 0, 0) with nothing between that orders the two; an atomic of `scope="block"` is one for its own block only: leave the scope out [SimRace]
#             T.gpu.atomic_add(Y[0], 1, scope="block")
#             ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
# note: in kernel `block_scope_across_blocks_kernel`, block (1, 0, 0), thread (0, 0, 0)
# tests/sim/faults/block_scope_across_blocks.py:11:9: note: thread (31, 0, 0) of block (0, 0, 0): updated atomically here
#             T.gpu.atomic_add(Y[0], 1, scope="block")
#             ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
# note: and 31 more times here
