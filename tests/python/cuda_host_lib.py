# SPDX-License-Identifier: Apache-2.0
"""Building what export_cuda_host writes, and calling it in a process that has tvm-ffi alone."""

import functools
import os
import pathlib
import shutil
import subprocess
import sys

import pytest
import tvm_ffi
import tvm_ffi.libinfo
from tirx.backend.cuda import export_cuda_host

WARNINGS = ["-Wall", "-Wextra", "-Werror"]


@functools.cache
def cuda_include():
    """CUDA's headers, where nvcc or the usual place has them."""
    roots = [os.environ.get("CUDA_HOME"), os.environ.get("CUDA_PATH"), "/usr/local/cuda"]
    nvcc = shutil.which("nvcc")
    if nvcc:
        roots.append(pathlib.Path(nvcc).resolve().parents[1])
    for root in filter(None, roots):
        if (pathlib.Path(root) / "include/cuda.h").is_file():
            return str(pathlib.Path(root) / "include")
    pytest.skip("cuda.h is not here: it comes with a CUDA toolkit")


def build(text, folder, name="host", compiler="g++", flags=("-O0",)):
    """The shared library of an exported text."""
    source, library = folder / f"{name}.cc", folder / f"{name}.so"
    source.write_text(text)
    library_folder = pathlib.Path(tvm_ffi.libinfo.find_libtvm_ffi()).parent
    command = [compiler, "-std=c++17", "-fPIC", "-fvisibility=hidden", "-shared", *WARNINGS, *flags]
    command += [str(source), "-o", str(library)]
    command += ["-isystem", cuda_include()]
    command += ["-isystem", tvm_ffi.libinfo.find_include_path()]
    command += ["-isystem", tvm_ffi.libinfo.find_dlpack_include_path()]
    command += [f"-L{library_folder}", "-ltvm_ffi", "-ldl"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return library


def exported(executable, folder):
    """The executable's functions out of a library that this process loads."""
    return tvm_ffi.load_module(str(build(export_cuda_host(executable.module), folder)))


# Memory of the fake driver's devices is host memory: NumPy arrays that say that they are on one.
ON_DEVICE = """
import ctypes, sys
import numpy as np, tvm_ffi

capsule_pointer = ctypes.pythonapi.PyCapsule_GetPointer
capsule_pointer.restype, capsule_pointer.argtypes = ctypes.c_void_p, [ctypes.py_object, ctypes.c_char_p]


class OnDevice:
    def __init__(self, array, device=0):
        self.array, self.device = array, device

    def __dlpack__(self, **_):
        capsule = self.array.__dlpack__()
        place = ctypes.cast(capsule_pointer(capsule, b"dltensor") + 8, ctypes.POINTER(ctypes.c_int32))
        place[0], place[1] = 2, self.device
        return capsule

    def __dlpack_device__(self):
        return (2, self.device)


def on_device(shape, dtype="float32", device=0):
    return tvm_ffi.from_dlpack(OnDevice(np.zeros(shape, dtype), device))


def error_of(call, *args):
    try:
        call(*args)
    except Exception as error:
        print(f"{type(error).__name__}: {error}")
    else:
        print("no error")


module = tvm_ffi.load_module(sys.argv[1])
assert "tirx" not in sys.modules
"""


def program(library, lines):
    """Arguments of a process that loads the library and runs the lines."""
    return [sys.executable, "-c", ON_DEVICE + lines, str(library)]
