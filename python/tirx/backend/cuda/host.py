# SPDX-License-Identifier: Apache-2.0
"""Hosts of CUDA kernels as C++ (docs/export_cuda_host.md)."""

from tvm_ffi import Module

from ... import _native


def export_cuda_host(mod):
    """The host program of `mod`, the module of an executable, as C++17 with its device code embedded.

    Every device module keeps the architecture and the configuration that it was compiled with; one that holds
    source (TIRX_COMPILE_FORCE_FALLBACK) is compiled with those that it carries. `Executable.export_cuda_host`
    writes the same to a file.
    """
    if not isinstance(mod, Module):
        raise TypeError(
            f"export_cuda_host takes a module, such as executable.module, not {type(mod).__name__}"
        )
    return str(_native.call("host_source", mod, "cuda"))


__all__ = ["export_cuda_host"]
