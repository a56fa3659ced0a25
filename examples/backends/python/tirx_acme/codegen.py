# SPDX-License-Identifier: Apache-2.0
"""The code generator: the C-family printer with acme's dialect. A language that is no C brings a function
from lowered functions to text, `@registrar.generator("acme")`."""

from tirx.backend import Registrar

PLACE = """\
struct acme_place { int x, y, z; };
struct acme_place acme_block, acme_thread, acme_grid_dim, acme_block_dim;
{fn} int acme_linear_thread(void) {
  return acme_thread.x + acme_block_dim.x * (acme_thread.y + acme_block_dim.y * acme_thread.z);
}"""

BLEND = """\
{fn} float acme_blend(float a, float b, int percent) {
  float share = percent / 100.0f;
  return a * share + b * (1.0f - share);
}"""

DIALECT = {
    "types": {
        "bool": "_Bool",
        "int32": "int",
        "int64": "long long",
        "uint32": "unsigned int",
        "uint64": "unsigned long long",
        "float32": {"name": "float", "infinity": "__builtin_inff()", "nan": '__builtin_nanf("")'},
        "float64": {"name": "double", "infinity": "__builtin_inf()", "nan": '__builtin_nan("")'},
        "handle": "void*",
    },
    "scopes": {"local": "{align}{T} {name}[{n}];", "global": ""},
    "ops": {
        "gpu.thread_idx": {"text": "acme_thread.{axis}", "needs": "place"},
        "gpu.block_idx": {"text": "acme_block.{axis}", "needs": "place"},
        "gpu.block_dim": {"text": "acme_block_dim.{axis}", "needs": "place"},
        "gpu.grid_dim": {"text": "acme_grid_dim.{axis}", "needs": "place"},
    },
    "prelude": {
        "math": {"text": "#include <math.h>", "before_types": True},
        "place": PLACE,
        "blend": BLEND,
    },
    "function_prefix": "static",
    "helper_prefix": "static inline",
    "restrict_word": "restrict",
    "struct_literal": "({T})",
    "align": "_Alignas({bytes}) ",
    "trap": "__builtin_trap()",
}


def register(registrar: Registrar) -> None:
    registrar.c_generator("acme", DIALECT, doc="C with acme's variables.")
