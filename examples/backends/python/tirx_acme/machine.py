# SPDX-License-Identifier: Apache-2.0
"""The toolchain, which is the host's C compiler, and the launcher, which calls a kernel for each thread."""

import ctypes
import functools
import itertools
import shutil
import subprocess
import tempfile
from pathlib import Path

from tirx.backend import Refusal, Registrar

C_TYPES = {
    "handle": ctypes.c_void_p,
    "bool": ctypes.c_bool,
    "int32": ctypes.c_int32,
    "int64": ctypes.c_int64,
    "float32": ctypes.c_float,
    "float64": ctypes.c_double,
}


class Place(ctypes.Structure):
    _fields_ = [("x", ctypes.c_int), ("y", ctypes.c_int), ("z", ctypes.c_int)]


def build(text, config):
    compiler = shutil.which("cc")
    if compiler is None:
        raise Refusal("it needs a C compiler, and there is no `cc` on the PATH")
    with tempfile.TemporaryDirectory() as folder:
        source, binary = Path(folder, "kernel.c"), Path(folder, "kernel.so")
        source.write_text(text)
        options = ["-shared", "-fPIC", f"-O{config['optimize']}"]
        command = [compiler, *options, "-o", str(binary), str(source), "-lm"]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode != 0:
            raise Refusal(f"the C compiler says:\n{done.stderr}")
        return "so", binary.read_bytes()


@functools.lru_cache(maxsize=16)
def loaded(binary):
    """The library, from a file that is gone once it is open."""
    with tempfile.NamedTemporaryFile(suffix=".so") as file:
        file.write(binary)
        file.flush()
        return ctypes.CDLL(file.name)


def launch(binary, kernel, arguments, grid, block, dynamic_shared):
    library = loaded(binary)
    values = [C_TYPES[dtype](value) for dtype, value in arguments]

    def place(name, extents):
        if hasattr(library, f"acme_{name}"):  # the kernel asks for it
            variable = Place.in_dll(library, f"acme_{name}")
            variable.x, variable.y, variable.z = extents

    place("grid_dim", grid)
    place("block_dim", block)
    for block_index in itertools.product(*map(range, grid)):
        place("block", block_index)
        for thread in itertools.product(*map(range, block)):
            place("thread", thread)
            library[kernel](*values)


def inspect(binary, form, what):
    return f"{len(binary)} bytes of {form}\n" if what == "size" else None


def listing(text, config, what):
    """C is as near to the machine as this goes: each line came from itself."""
    return [(line, [number]) for number, line in enumerate(text.splitlines(), 1)] if what == "c" else None


def adopt(form, image, config):
    """Kernels from elsewhere: text, or libraries as they are."""
    return build(image.decode(), config) if form == "c" else (form, image)


def register(registrar: Registrar) -> None:
    registrar.toolchain(
        "acme", build, launch=launch, inspect=inspect, listing=listing, external=["c", "so"], adopt=adopt
    )
