# SPDX-License-Identifier: Apache-2.0
# bench: cpu
"""What the head of a generated CUDA file costs: NVRTC on each example's text, and on the same body under the
type headers that it needs and nothing else.

Everything in the head without which the file still compiles is left out of the second text; helper functions
that the body calls belong to the body. Goal (docs/measurements.md): a ratio of at most 1.1.
"""

import os
import re
import statistics
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "python"))

import tirx  # noqa: E402
from tirx.backend.cuda.compiler import compile_source  # noqa: E402

ROUNDS = int(os.environ.get("ROUNDS", "15"))
CONFIG = {"cuda": {"arch": "sm_90a", "compiler": "nvrtc"}}
TYPE_HEADERS = {f"#include <cuda_{name}.h>" for name in ["fp16", "bf16", "fp8", "fp6", "fp4"]}


def generated_files():
    for path in sorted((ROOT / "examples").glob("*.py")):
        yield path.stem, tirx.generate_source(tirx.parse_file(str(path)), arch="sm_90a")


def parts_of(text):
    """The head in pieces that can be left out, and the rest."""
    if not text.startswith(("#", "typedef", "static")):  # the example's own text, or a kernel
        return [], text
    head, _, rest = text.partition("\n\n")
    pieces = re.findall(r"#if.*?#endif|#.*?$|typedef.*?$|.*?}$(?=\n\S|\Z)", head, re.DOTALL | re.MULTILINE)
    pieces = [piece.strip("\n") for piece in pieces]
    assert "\n".join(pieces) == head, head
    return pieces, rest


def joined(pieces, rest):
    return "\n".join(pieces) + "\n\n" + rest if pieces else rest


def compiles(text):
    try:
        compile_source(text, CONFIG)
    except tirx.DiagnosticError:
        return False
    return True


def with_type_headers_only(text):
    """Without the pieces that it does not need; includes of other headers are always left out."""
    pieces, rest = parts_of(text)
    pieces = [piece for piece in pieces if not piece.startswith("#include") or piece in TYPE_HEADERS]
    if not compiles(joined(pieces, rest)):
        return None
    for piece in list(pieces):
        without = [other for other in pieces if other != piece]
        if compiles(joined(without, rest)):
            pieces = without
    return joined(pieces, rest)


def milliseconds(text):
    """Of the processor: other programs do not count."""
    start = time.process_time()
    compile_source(text, CONFIG)
    return 1e3 * (time.process_time() - start)


def main():
    print(f"milliseconds of the processor, median of {ROUNDS} in turns")
    print(f"{'example':<18}{'generated':>10}{'its types':>10}{'ratio':>7}")
    for name, text in generated_files():
        lean = with_type_headers_only(text)
        if lean is None:
            print(f"{name:<18}{milliseconds(text):10.1f}  needs more than type headers")
            continue
        if lean == text:
            ours = statistics.median(milliseconds(text) for _ in range(ROUNDS))
            print(f"{name:<18}{ours:10.1f}  the same text", flush=True)
            continue
        rows = [(milliseconds(text), milliseconds(lean)) for _ in range(ROUNDS + 1)]
        ours, least = (statistics.median(column) for column in zip(*rows[1:], strict=True))
        print(f"{name:<18}{ours:10.1f}{least:10.1f}{ours / least:7.2f}", flush=True)


if __name__ == "__main__":
    main()
