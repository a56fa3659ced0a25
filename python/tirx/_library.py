# SPDX-License-Identifier: Apache-2.0
"""Finds and loads the native library."""

import ctypes
import os
import sys
import sysconfig
from pathlib import Path

import tvm_ffi

# Object layouts differ between releases: another one than that of the build would corrupt memory.
TVM_FFI_VERSION = "0.1.15"


def _candidates():
    """Folders that may hold libtirx.so, best first."""
    for folder in filter(None, os.environ.get("TIRX_LIBRARY_PATH", "").split(os.pathsep)):
        yield Path(folder)
    package = Path(__file__).resolve().parent
    yield package / "lib"
    yield package.parent.parent / "build" / "release" / "lib"


def _check_tvm_ffi():
    found = tvm_ffi.__version__
    if found.split(".post")[0].split("+")[0] != TVM_FFI_VERSION:
        raise ImportError(
            f"tirx needs apache-tvm-ffi {TVM_FFI_VERSION}, but {found} is installed; "
            f'run: pip install "apache-tvm-ffi=={TVM_FFI_VERSION}.*"'
        )


def _tell_where_wheels_are():
    """Lets the compiler look for `nvidia/*` wheels where this interpreter's packages are."""
    sites = dict.fromkeys([sysconfig.get_path("purelib"), sysconfig.get_path("platlib")])
    sites.update(dict.fromkeys(p for p in sys.path if p.endswith(("site-packages", "dist-packages"))))
    os.environ.setdefault("TIRX_PYTHON_SITE", os.pathsep.join(sites))


def load():
    """Loads libtirx and registers its functions; gives the path of the library."""
    _check_tvm_ffi()
    _tell_where_wheels_are()
    tried = []
    for folder in _candidates():
        path = folder / "libtirx.so"
        if not path.exists():
            tried.append(str(path))
            continue
        library = ctypes.CDLL(str(path), ctypes.RTLD_GLOBAL)
        library.TirxRegisterPython()
        return path
    raise ImportError(
        "libtirx.so was not found; build it (./run build) or set TIRX_LIBRARY_PATH. "
        "Looked for: " + ", ".join(tried)
    )
