# SPDX-License-Identifier: Apache-2.0
# Tabs and spaces in one block.
# RUN: tirx check %s
# EXIT: 1
from tirx import script as T


@T.function
def f(A: T.Tensor((32,), "float32")):
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=1, block=32)):
        A[0] = 1.0
	A[1] = 1.0

# ==== output ====
# tests/error/tabs_and_spaces.py:12:1: error: this line mixes tabs and spaces, so that its indentation is ambiguous [MixedTabs]
#     	A[1] = 1.0
#     ^
