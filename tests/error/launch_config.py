# SPDX-License-Identifier: Apache-2.0
# Launch configurations and kernel attributes whose fields are wrong by themselves.
# RUN: tirx check %s
# EXIT: 1
from tirx import script as T


@T.function
def f(A: T.Tensor(("n",), "float32"), x: T.float32):
    a = T.cuda.LaunchConfig(grid=8, block=32, clusters=2)
    b = T.gpu.LaunchConfig(grid=8, block=32, cluster=2)
    c = T.cuda.LaunchConfig(block=32)
    d = T.cuda.LaunchConfig(grid=8, block=-1)
    e = T.cuda.LaunchConfig(grid=8.0, block=32)
    f = T.cuda.LaunchConfig(grid=5000000000, block=32)
    g = T.cuda.LaunchConfig(grid=8, block=32, preferred_shared_memory_carveout=101)
    h = T.cuda.LaunchConfig(grid=8, block=32, cluster_scheduling_policy="sprad")
    i = T.cuda.LaunchConfig(grid=8, block=32, mem_sync_domain=1)
    j = T.cuda.LaunchConfig(grid=8, block=32, cooperative=1)
    k = T.cuda.LaunchConfig(grid=8, block=32, cooperative=x > 0.0)
    l = T.cuda.LaunchConfig(grid=8, block=32, stream=5)
    m = T.cuda.LaunchConfig(grid=8, block=32, priority=True)
    n = T.cuda.LaunchConfig(grid=8, block=32, mem_sync_domain_map=(0, 1))
    o = T.cuda.MemSyncDomainMap(default=300)
    p = T.cuda.AccessPolicyWindow(A.data, 4096, hit_ratio=1.5)
    q = T.cuda.AccessPolicyWindow(A.data, 4096, miss_prop="persisting")

# ==== output ====
# tests/error/launch_config.py:10:47: error: `T.cuda.LaunchConfig` has no parameter `clusters` [UnknownArgument]
#         a = T.cuda.LaunchConfig(grid=8, block=32, clusters=2)
#                                                   ^~~~~~~~
# note: did you mean `cluster`?
# tests/error/launch_config.py:11:46: error: `T.gpu.LaunchConfig` has no parameter `cluster` [UnknownArgument]
#         b = T.gpu.LaunchConfig(grid=8, block=32, cluster=2)
#                                                  ^~~~~~~
# note: `T.cuda.LaunchConfig` has it
# tests/error/launch_config.py:12:9: error: `T.cuda.LaunchConfig` needs an argument for `grid` [MissingArgument]
#         c = T.cuda.LaunchConfig(block=32)
#             ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~
# tests/error/launch_config.py:13:43: error: `T.cuda.LaunchConfig`: `block.x` is -1; it must be from 1 to 4294967295 [BadAttribute]
#         d = T.cuda.LaunchConfig(grid=8, block=-1)
#                                               ^~
# tests/error/launch_config.py:14:34: error: `T.cuda.LaunchConfig`: `grid.x` is float32; it must be an integer [BadAttribute]
#         e = T.cuda.LaunchConfig(grid=8.0, block=32)
#                                      ^~~
# tests/error/launch_config.py:15:34: error: `T.cuda.LaunchConfig`: `grid.x` is 5000000000; it must be from 1 to 4294967295 [BadAttribute]
#         f = T.cuda.LaunchConfig(grid=5000000000, block=32)
#                                      ^~~~~~~~~~
# tests/error/launch_config.py:16:80: error: `T.cuda.LaunchConfig`: `preferred_shared_memory_carveout` is 101; it must be from 0 to 100 [BadAttribute]
#         g = T.cuda.LaunchConfig(grid=8, block=32, preferred_shared_memory_carveout=101)
#                                                                                    ^~~
# tests/error/launch_config.py:17:73: error: `T.cuda.LaunchConfig`: `cluster_scheduling_policy` is 'sprad'; it must be "default", "spread" or "load_balancing" [BadCallArgument]
#         h = T.cuda.LaunchConfig(grid=8, block=32, cluster_scheduling_policy="sprad")
#                                                                             ^~~~~~~
# note: did you mean `"spread"`?
# tests/error/launch_config.py:18:63: error: `T.cuda.LaunchConfig`: `mem_sync_domain` is a compile-time int; it must be "default" or "remote" [BadCallArgument]
#         i = T.cuda.LaunchConfig(grid=8, block=32, mem_sync_domain=1)
#                                                                   ^
# tests/error/launch_config.py:19:59: error: `T.cuda.LaunchConfig`: `cooperative` is a compile-time int; it must be True or False, known while compiling [BadCallArgument]
#         j = T.cuda.LaunchConfig(grid=8, block=32, cooperative=1)
#                                                               ^
# tests/error/launch_config.py:20:59: error: `T.cuda.LaunchConfig`: `cooperative` is bool; it must be True or False, known while compiling [BadAttribute]
#         k = T.cuda.LaunchConfig(grid=8, block=32, cooperative=x > 0.0)
#                                                               ^~~~~~~
# tests/error/launch_config.py:21:54: error: `T.cuda.LaunchConfig`: `stream` is a compile-time int; it must be a pointer [BadCallArgument]
#         l = T.cuda.LaunchConfig(grid=8, block=32, stream=5)
#                                                          ^
# tests/error/launch_config.py:22:56: error: `T.cuda.LaunchConfig`: `priority` is True; it must be a number [BadCallArgument]
#         m = T.cuda.LaunchConfig(grid=8, block=32, priority=True)
#                                                            ^~~~
# tests/error/launch_config.py:23:67: error: `T.cuda.LaunchConfig`: `mem_sync_domain_map` is a tuple; it must be `T.cuda.MemSyncDomainMap(...)` [BadCallArgument]
#         n = T.cuda.LaunchConfig(grid=8, block=32, mem_sync_domain_map=(0, 1))
#                                                                       ^~~~~~
# tests/error/launch_config.py:24:41: error: `T.cuda.MemSyncDomainMap`: `default` is 300; it must be from 0 to 255 [BadAttribute]
#         o = T.cuda.MemSyncDomainMap(default=300)
#                                             ^~~
# tests/error/launch_config.py:25:59: error: `T.cuda.AccessPolicyWindow`: `hit_ratio` is outside its range; it must be from 0 to 1 [BadAttribute]
#         p = T.cuda.AccessPolicyWindow(A.data, 4096, hit_ratio=1.5)
#                                                               ^~~
# tests/error/launch_config.py:26:59: error: `T.cuda.AccessPolicyWindow`: `miss_prop` is 'persisting'; it must be "normal" or "streaming" [BadCallArgument]
#         q = T.cuda.AccessPolicyWindow(A.data, 4096, miss_prop="persisting")
#                                                               ^~~~~~~~~~~~
