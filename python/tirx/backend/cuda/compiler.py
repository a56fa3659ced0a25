# SPDX-License-Identifier: Apache-2.0
"""Compiling CUDA C++ text by itself.

The functions `tirx.cuda.driver.nvrtc` and `tirx.cuda.driver.nvcc`, where somebody registered them with
tvm-ffi, stand in for the compilers: `(source, format, arch, options) -> (bytes, log)`. They are looked up
at each call.
"""

import json
from typing import NamedTuple

from ... import _native
from ...target import Target
from .._plain import plain


class CompilationResult(NamedTuple):
    """Device code, its format, and the configuration that made it, `{"cuda": {...}}`."""

    binary: bytes
    target_format: str
    config: dict


def compile_source(source, backend_config=None, *, target=None):
    """Compiles `source` with the target's defaults and `backend_config`, `{"cuda": {...}}`, over them.

    Without an architecture in either, that of the device here. The compiler's log is part of the error when
    it fails, and dropped otherwise.
    """
    if target is not None and not isinstance(target, Target):
        target = Target(target)
    image, target_format, text = _native.call("compile_text", "cuda", source, plain(backend_config), target)
    config = json.loads(str(text))
    config["cuda"]["target_format"] = str(target_format)
    return CompilationResult(bytes(image), str(target_format), config)


__all__ = ["CompilationResult", "compile_source"]
