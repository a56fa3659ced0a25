# SPDX-License-Identifier: Apache-2.0
"""Whether a GPU can be used on this machine: asks the driver library alone, so that no toolkit is needed."""

import ctypes
import functools


@functools.cache
def missing_device():
    """Why no GPU can be used here; an empty string where one can."""
    try:
        driver = ctypes.CDLL("libcuda.so.1")
    except OSError:
        return "no GPU driver (libcuda.so.1) on this machine"
    count = ctypes.c_int(0)
    if driver.cuInit(0) != 0 or driver.cuDeviceGetCount(ctypes.byref(count)) != 0 or count.value == 0:
        return "the GPU driver finds no device"
    return ""
