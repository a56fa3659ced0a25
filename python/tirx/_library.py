# SPDX-License-Identifier: Apache-2.0
"""Finds and loads the native library: the compiler, or where only the runtime is installed, that."""

import ctypes
import os
import sys
import sysconfig
from pathlib import Path

import tvm_ffi

# Object layouts differ between releases: another one than that of the build would corrupt memory.
TVM_FFI_VERSION = "0.1.15"

COMPILER, RUNTIME = "libtirx.so", "libtirx_runtime.so"


def _candidates():
    """Folders that may hold the libraries: what the user says, the installed package, the source tree."""
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
    """Loads the first libtirx, or libtirx_runtime where it is alone, and gives its path."""
    _check_tvm_ffi()
    _tell_where_wheels_are()
    folders = list(_candidates())
    for folder in folders:
        for name in (COMPILER, RUNTIME):
            path = folder / name
            if path.exists():
                library = ctypes.CDLL(str(path), ctypes.RTLD_GLOBAL)
                if name == COMPILER:
                    library.TirxRegisterPython()
                return path
    raise ImportError(
        f"neither {COMPILER} nor {RUNTIME} was found; build them (./run build) or set TIRX_LIBRARY_PATH. "
        "Looked in: " + ", ".join(map(str, folders))
    )
