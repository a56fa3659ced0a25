# SPDX-License-Identifier: Apache-2.0
"""The command `tirx` of a wheel: becomes the tool in the package, without importing it, which takes long.
Where there are packages of backends, which may be registered in Python, it is `python -m tirx`."""

import importlib.metadata
import importlib.util
import os
import sys


def folder_of(package):
    found = importlib.util.find_spec(package)
    if found is None:
        sys.exit(f"tirx: the package {package} is not installed for {sys.executable}")
    return found.submodule_search_locations[0]


backends = importlib.metadata.entry_points(group="tirx.backends")
if backends and os.environ.get("TIRX_DEVICE_BACKEND_AUTOLOAD") != "0":
    from tirx.__main__ import main

    sys.exit(main(sys.argv[1:]))

package, tvm_ffi = folder_of("tirx"), folder_of("tvm_ffi")
tool = os.path.join(package, "bin", "tirx")
if os.path.dirname(package) != os.path.dirname(tvm_ffi):  # where the tool does not find its library by itself
    folders = [os.path.join(tvm_ffi, "lib"), os.environ.get("LD_LIBRARY_PATH")]
    os.environ["LD_LIBRARY_PATH"] = os.pathsep.join(filter(None, folders))
# Where wheels with compilers and headers of CUDA may be.
sites = [path for path in sys.path if path.endswith("-packages")]
os.environ.setdefault("TIRX_PYTHON_SITE", os.pathsep.join(sites))
os.execv(tool, [sys.argv[0], *sys.argv[1:]])
