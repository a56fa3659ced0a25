# SPDX-License-Identifier: Apache-2.0
"""tirx: a compiler and runtime for tile kernels.

import tirx
from tirx import script as T

@T.function
def scale(A: T.Tensor(("n",), "float32"), k: T.float32):
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=T.ceildiv(n, 128), block=128)):
        i = T.gpu.block_idx("x") * 128 + T.gpu.thread_idx("x")
        if i < n:
            A[i] = A[i] * k

tirx.compile(scale, executor="simulator")(numpy_array, 2.0)
"""

from . import backend, errors, ir, script, transform
from ._compile import Executable, compile, generate_source, load, lower, lower_stages, side_by_side
from ._exported import Library, load_module
from ._tensor import Device, Event, devices, empty, record_event, synchronize, tensor, to_numpy, zeros
from ._tensor_map import tensormap_encode_tiled
from .errors import (
    Diagnostic,
    DiagnosticError,
    DiagnosticTypeError,
    InternalError,
    NoCompilerError,
    SourceError,
    TirxError,
)
from .ir import IRModule, structural_equal, structural_hash
from .script import Function, parse, parse_file
from .target import Target

__version__ = "0.1.0"

__all__ = [
    "Device",
    "Diagnostic",
    "DiagnosticError",
    "DiagnosticTypeError",
    "Event",
    "Executable",
    "Function",
    "IRModule",
    "InternalError",
    "Library",
    "NoCompilerError",
    "SourceError",
    "Target",
    "TirxError",
    "backend",
    "compile",
    "devices",
    "empty",
    "errors",
    "generate_source",
    "ir",
    "load",
    "load_module",
    "lower",
    "lower_stages",
    "parse",
    "parse_file",
    "record_event",
    "script",
    "side_by_side",
    "structural_equal",
    "structural_hash",
    "synchronize",
    "tensor",
    "tensormap_encode_tiled",
    "to_numpy",
    "transform",
    "zeros",
]

backend._loader.load_packages()  # whose functions may use the package


def __getattr__(name):
    return backend._loader.module(name)  # tirx.cuda
