# SPDX-License-Identifier: Apache-2.0
"""Checks the layer order over `#include`s, that backends see no other backend, and that src/ names none.

The order is the one of docs/architecture.md. A layer may include itself and what is allowed to it here.
"""

import re
import sys

from cpp_functions import without_comments
from source_files import CPP_SUFFIXES, Finding, project_files, read_text, report

# Layers in rank order; those of one tuple do not see each other.
RANKS = [
    ("base",),
    ("diag",),
    ("ir",),
    ("arith",),
    ("layout",),
    ("target",),
    ("script", "tile", "codegen"),
    ("pass",),
    ("sim",),
    ("backend",),
    ("driver",),
]
COMPILER_LAYERS = [layer for rank in RANKS for layer in rank]

# Compiler layers from here up may use the runtime library: they produce what it loads.
RUNTIME_USERS = {"script", "tile", "codegen", "pass", "sim", "backend", "driver"}

BACKEND_WORDS = {
    *("cuda", "ptx", "nvcc", "nvrtc", "trn", "nki", "opencl", "vulkan"),
    *("webgpu", "metal", "rocm", "hexagon", "adreno"),
}
# DLPack's device enumerators are a public numbering, not a backend of ours.
EXEMPT_IDENTIFIER = re.compile(r"kDL[A-Z]\w*")
# Diagnostic kinds are one closed set with one file per family, and a backend is a family.
# DLPack's numbering has names.
EXEMPT_FILES = re.compile(r"src/diag/(kinds\.def|kinds/\w+\.def)|src/runtime/device_type_names\.h")

INCLUDE = re.compile(r'^\s*#\s*include\s+(?:"([^"]+)"|<(tirx/[^>]+)>)')
IDENTIFIER = re.compile(r"[A-Za-z_]\w*")
WORD = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+")


def allowed_layers():
    """Maps each compiler layer to the layers that it may include."""
    allowed, below = {}, set()
    for rank in RANKS:
        for layer in rank:
            allowed[layer] = below | {layer} | ({"runtime"} if layer in RUNTIME_USERS else set())
        below |= set(rank)
    allowed["driver"].add("include")  # it implements the public API
    return allowed


ALLOWED = allowed_layers() | {"runtime": {"base", "runtime"}}
EVERYTHING = set(COMPILER_LAYERS) | {"runtime", "include"}
DOORS = {"cli", "python"}
CHECKED = {"src", "backends", "include"} | DOORS
BACKEND_MAY_USE = (set(COMPILER_LAYERS) - {"driver"}) | {"runtime"}


def owner(path):
    """The layer of a file: `ir`, `backends`, `backends/x`, `backends/x/runtime`, `include`, `cli`."""
    parts = path.parts
    if parts[0] == "src":
        return parts[1]
    if parts[0] == "backends" and len(parts) == 2:
        return "backends"
    if parts[0] == "backends":
        return "/".join(parts[:3]) if parts[2] == "runtime" else "/".join(parts[:2])
    return parts[0]


def included_layer(name):
    """The layer of an include as written; None for names that are no layer's (a test's own header)."""
    parts = name.split("/")
    if parts[0] == "tirx":
        return "include"
    if parts[0] == "backends" and len(parts) == 2:
        return "backends"
    if parts[0] == "backends":
        return "/".join(parts[:3]) if parts[2] == "runtime" else "/".join(parts[:2])
    return parts[0] if parts[0] in EVERYTHING | DOORS else None


def may_include(layer, other):
    if layer in ALLOWED:
        return other in ALLOWED[layer]
    if layer == "include":  # public headers stand alone: they are installed without ours
        return other == "include"
    if layer in DOORS:
        return other in EVERYTHING or other == layer
    if layer == "backends":
        return other in BACKEND_MAY_USE or other.startswith("backends")
    own_runtime = layer if layer.endswith("/runtime") else f"{layer}/runtime"
    if layer == own_runtime:
        return other in {"base", "runtime", layer}
    # A backend implements what it publishes: include/tirx/<backend>.h.
    return other in BACKEND_MAY_USE or other in {layer, own_runtime, "include"}


def check_includes(path, text):
    layer = owner(path)
    for number, line in enumerate(text.splitlines(), 1):
        match = INCLUDE.match(line)
        if not match:
            continue
        name = match.group(1) or match.group(2)
        other = included_layer(name)
        if other and not may_include(layer, other):
            yield Finding(str(path), number, f"`{layer}` includes `{name}`", "layer order")


def backend_word(identifier):
    """The backend that is one of the word parts of an identifier, if any: NvrtcProgram, is_cuda, PTXText."""
    if EXEMPT_IDENTIFIER.fullmatch(identifier):
        return None
    return next((part for part in map(str.lower, WORD.findall(identifier)) if part in BACKEND_WORDS), None)


def check_backend_words(path, text):
    """Comments are free to give a backend as an example; code, literals included, is not."""
    for number, line in enumerate(without_comments(text).splitlines(), 1):
        for identifier in IDENTIFIER.findall(line):
            word = backend_word(identifier)
            if word:
                what = f"`{identifier}` names the backend `{word}`"
                yield Finding(str(path), number, what, "src/ names no backend")


def check_file(path, text):
    findings = []
    if path.parts[0] in CHECKED and path.suffix in CPP_SUFFIXES:
        findings += check_includes(path, text)
    if path.parts[0] == "src" and path.suffix in CPP_SUFFIXES and not EXEMPT_FILES.fullmatch(path.as_posix()):
        findings += check_backend_words(path, text)
    return findings


def main():
    return report(
        [
            finding
            for path in project_files()
            if path.parts[0] in CHECKED
            for finding in check_file(path, read_text(path))
        ]
    )


if __name__ == "__main__":
    sys.exit(main())
