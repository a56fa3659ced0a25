# SPDX-License-Identifier: Apache-2.0
"""Libraries that `Executable.export_library` and `tirx compile -o x.so` write."""

import os
from pathlib import Path

import tvm_ffi

from . import _native
from ._functions import Functions


class Library(Functions):
    """An exported library: its functions are called like an Executable's."""

    def __init__(self, module):
        super().__init__(module, str(module.get_function("_library_functions")()).splitlines())

    @property
    def kernels(self):
        """Names of the kernels, per embedded device module."""
        of = _native.runtime_function("kernel_names")
        return [[str(name) for name in of(imported)] for imported in self.module.imports]

    def inspect_source(self, fmt=""):
        """What the embedded device modules have of a form: their text, "ptx", "backend_config"."""
        return "".join(str(imported.inspect_source(fmt)) for imported in self.module.imports)


def load_module(path):
    """Loads an exported shared library (`.so`), which stays loaded; its kernels need their device when they
    are called. Needs no compiler of tirx."""
    if not Path(path).exists():
        raise FileNotFoundError(f"there is no file `{path}`")
    try:
        # The dynamic loader looks for a name without a slash elsewhere.
        name = str(_native.runtime_function("check_library")(os.path.abspath(path)))
    except RuntimeError as error:
        raise RuntimeError(f"cannot load the library `{path}`: {error}") from None
    module = tvm_ffi.load_module(name)
    if not module.implements_function("_library_functions"):
        raise ValueError(
            f"`{path}` has no list of functions, so tirx did not export it; tvm_ffi.load_module loads it"
        )
    return Library(module)
