# SPDX-License-Identifier: Apache-2.0
# Launch configurations and kernel attributes whose fields do not go together.
# RUN: tirx check %s
# EXIT: 1
from tirx import script as T


@T.function
def f(A: T.Tensor(("n",), "float32")):
    a = T.cuda.LaunchConfig(grid=7, block=32, cluster=2)
    b = T.cuda.LaunchConfig(grid=(8, 6), block=32, cluster=(2, 1), preferred_cluster=(4, 4))
    c = T.cuda.LaunchConfig(grid=12, block=32, cluster=2, preferred_cluster=3)
    d = T.cuda.LaunchConfig(grid=(8, 1, 4), block=32, cluster=(2, 1, 2), preferred_cluster=(4, 1, 4))
    e = T.cuda.LaunchConfig(grid=8, block=32, preferred_cluster=4)
    f = T.cuda.LaunchConfig(grid=8, block=(32, 8, 8))
    g = T.cuda.KernelAttributes(max_blocks_per_cluster=4)
    h = T.cuda.KernelAttributes(min_blocks_per_sm=2, max_registers_per_thread=64)
    with T.device_entry(
        launch=T.cuda.LaunchConfig(grid=8, block=A.shape[0]),
        kernel_attrs=T.cuda.KernelAttributes(required_block_size=True),
    ):
        A[0] = 1.0
    with T.device_entry(
        launch=T.cuda.LaunchConfig(grid=8, block=64, cluster=2),
        kernel_attrs=T.cuda.KernelAttributes(required_block_size=True),
    ):
        A[0] = 1.0
    with T.device_entry(
        launch=T.gpu.LaunchConfig(grid=8, block=64),
        kernel_attrs=T.cuda.KernelAttributes(required_cluster_size=True),
    ):
        A[0] = 1.0
    with T.device_entry(
        launch=T.cuda.LaunchConfig(grid=8, block=64, cluster=2, preferred_cluster=4),
        kernel_attrs=T.cuda.KernelAttributes(required_cluster_size=True),
    ):
        A[0] = 1.0
    with T.device_entry(
        launch=T.cuda.LaunchConfig(grid=8, block=64, cluster=A.shape[0]),
        kernel_attrs=T.cuda.KernelAttributes(required_cluster_size=True),
    ):
        A[0] = 1.0
    with T.device_entry(launch=T.cuda.KernelAttributes()):
        A[0] = 1.0
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=1, block=1), kernel_attrs={"min_blocks_per_sm": 2}):
        A[0] = 1.0

# ==== output ====
# tests/error/launch_relations.py:10:9: error: `T.cuda.LaunchConfig`: `grid.x` is 7; it must be a multiple of `cluster.x`, which is 2 [BadAttribute]
#         a = T.cuda.LaunchConfig(grid=7, block=32, cluster=2)
#             ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
# tests/error/launch_relations.py:11:9: error: `T.cuda.LaunchConfig`: `grid.y` is 6; it must be a multiple of `preferred_cluster.y`, which is 4 [BadAttribute]
#         b = T.cuda.LaunchConfig(grid=(8, 6), block=32, cluster=(2, 1), preferred_cluster=(4, 4))
#             ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
# tests/error/launch_relations.py:12:9: error: `T.cuda.LaunchConfig`: `preferred_cluster.x` is 3; it must be a multiple of `cluster.x`, which is 2 [BadAttribute]
#         c = T.cuda.LaunchConfig(grid=12, block=32, cluster=2, preferred_cluster=3)
#             ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
# tests/error/launch_relations.py:13:9: error: `T.cuda.LaunchConfig`: `preferred_cluster.z` is 4; it must be equal to `cluster.z`, which is 2 [BadAttribute]
#         d = T.cuda.LaunchConfig(grid=(8, 1, 4), block=32, cluster=(2, 1, 2), preferred_cluster=(4, 1, 4))
#             ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
# tests/error/launch_relations.py:14:9: error: `T.cuda.LaunchConfig`: `preferred_cluster` is given alone; it must be given together with `cluster` [BadAttribute]
#         e = T.cuda.LaunchConfig(grid=8, block=32, preferred_cluster=4)
#             ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
# tests/error/launch_relations.py:15:9: error: `T.cuda.LaunchConfig`: `block` is 2048 threads; it must be at most 1024 threads [BadAttribute]
#         f = T.cuda.LaunchConfig(grid=8, block=(32, 8, 8))
#             ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
# tests/error/launch_relations.py:16:9: error: `T.cuda.KernelAttributes`: `max_blocks_per_cluster` is given alone; it must be given together with `min_blocks_per_sm` [BadAttribute]
#         g = T.cuda.KernelAttributes(max_blocks_per_cluster=4)
#             ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
# tests/error/launch_relations.py:17:9: error: `T.cuda.KernelAttributes`: `max_registers_per_thread` is given together with `min_blocks_per_sm`; it must be given without it [BadAttribute]
#         h = T.cuda.KernelAttributes(min_blocks_per_sm=2, max_registers_per_thread=64)
#             ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
# tests/error/launch_relations.py:20:22: error: `T.cuda.KernelAttributes`: `required_block_size` is True for a block of unknown size; it must be used with constant extents of `block` [BadAttribute]
#             kernel_attrs=T.cuda.KernelAttributes(required_block_size=True),
#                          ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
# tests/error/launch_relations.py:25:22: error: `T.cuda.KernelAttributes`: `required_block_size` is True for a launch with clusters; it must be used without `cluster` [BadAttribute]
#             kernel_attrs=T.cuda.KernelAttributes(required_block_size=True),
#                          ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
# tests/error/launch_relations.py:30:22: error: `T.cuda.KernelAttributes`: `required_cluster_size` is True for a launch without clusters; it must be used with `cluster` [BadAttribute]
#             kernel_attrs=T.cuda.KernelAttributes(required_cluster_size=True),
#                          ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
# tests/error/launch_relations.py:35:22: error: `T.cuda.KernelAttributes`: `required_cluster_size` is True for clusters of two sizes; it must be used without `preferred_cluster` [BadAttribute]
#             kernel_attrs=T.cuda.KernelAttributes(required_cluster_size=True),
#                          ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
# tests/error/launch_relations.py:40:22: error: `T.cuda.KernelAttributes`: `required_cluster_size` is True for clusters of unknown size; it must be used with constant extents of `cluster` [BadAttribute]
#             kernel_attrs=T.cuda.KernelAttributes(required_cluster_size=True),
#                          ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
# tests/error/launch_relations.py:43:32: error: `T.device_entry`: `launch` is a `T.cuda.KernelAttributes`; it must be a launch configuration, as in `T.gpu.LaunchConfig(grid=8, block=128)` [BadCallArgument]
#         with T.device_entry(launch=T.cuda.KernelAttributes()):
#                                    ^~~~~~~~~~~~~~~~~~~~~~~~~
# tests/error/launch_relations.py:45:82: error: `T.device_entry`: `kernel_attrs` is a dict; it must be attributes of a kernel [BadCallArgument]
#         with T.device_entry(launch=T.gpu.LaunchConfig(grid=1, block=1), kernel_attrs={"min_blocks_per_sm": 2}):
#                                                                                      ^~~~~~~~~~~~~~~~~~~~~~~~
