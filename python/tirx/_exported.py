# SPDX-License-Identifier: Apache-2.0
"""Libraries that `Executable.export_library` and `tirx compile -o x.so` write."""

from . import _native
from ._functions import Functions


class Library(Functions):
    """An exported library: its functions are called like an Executable's."""

    def __init__(self, module):
        listed = module.get_function("_library_functions")()
        names = [signature.split("(", 1)[0] for signature in str(listed).splitlines()]
        super().__init__(module, names)

    @property
    def kernels(self):
        """Names of the kernels, per embedded device module."""
        of = _native.runtime_function("kernel_names")
        return [[str(name) for name in of(imported)] for imported in self.module.imports]

    def inspect_source(self, fmt=""):
        """What the embedded device modules have of a form: their text, "ptx", "backend_config"."""
        return "".join(str(imported.inspect_source(fmt)) for imported in self.module.imports)


def load_module(path):
    """Loads an exported shared library (`.so`); its kernels need their device when they are called."""
    module = _native.call("load_library", str(path))
    if not module.implements_function("_library_functions"):
        raise ValueError(
            f"`{path}` has no list of functions, so tirx did not export it; tvm_ffi.load_module loads it"
        )
    return Library(module)
