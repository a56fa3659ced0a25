# SPDX-License-Identifier: Apache-2.0
"""What the acceptance cases share. Their numbers are those of reference/cuda.md, section 11.1."""

import contextlib
import os
import subprocess
import sys

import tirx
import tvm_ffi
from tirx import script as T


def flags(ftz):
    """Both compilers' lists: fast math, but subnormals as `ftz` says."""
    items = ["--use_fast_math", f"--ftz={str(ftz).lower()}"]
    return {"nvcc": list(items), "nvrtc": list(items)}


@T.function
def halve(A: T.Tensor((32,), "float32"), B: T.Tensor((32,), "float32")):
    T.device_entry(launch=T.cuda.LaunchConfig(grid=1, block=32))
    x = T.cuda.thread_idx("x")
    B[x] = A[x] * T.float32(0.5)


@T.function
def fill(A: T.Tensor((32,), "float32")):
    T.device_entry(launch=T.cuda.LaunchConfig(grid=1, block=32))
    A[T.cuda.thread_idx("x")] = T.float32(1)


def configs_of(executable):
    """The configuration of each device module."""
    texts = [module.inspect_source("backend_config") for module in executable.module.imports]
    return [tirx.backend.config.parse_backend_config(str(text)) for text in texts]


@contextlib.contextmanager
def global_function(name, function):
    """A tvm-ffi global function, put back afterwards."""
    before = tvm_ffi.get_global_func(name, allow_missing=True)
    tvm_ffi.register_global_func(name, function, override=True)
    try:
        yield
    finally:
        if before is None:
            tvm_ffi.registry.remove_global_func(name)
        else:
            tvm_ffi.register_global_func(name, before, override=True)


def run_python(script, *arguments, path=None, **environment):
    """Runs a script in a process of its own; from a file where it defines kernels, since their text is read."""
    command = ["-c", script]
    if path is not None:
        path.write_text(script)
        command = [str(path)]
    result = subprocess.run(
        [sys.executable, *command, *map(str, arguments)],
        env={**os.environ, **environment},
        text=True,
        capture_output=True,
        timeout=300,
    )
    assert result.returncode == 0, result.stdout + result.stderr
    return result.stdout
