# SPDX-License-Identifier: Apache-2.0
# bench: cpu
"""How long each stage takes for every example: script to IR, passes, host code, device text, NVRTC."""

import os
import statistics
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "python"))

import tirx  # noqa: E402

ROUNDS = 15
STAGES = ["passes", "host", "codegen", "compile"]


def parse_milliseconds(path):
    text = path.read_text()
    start = time.perf_counter()
    tirx.parse(text)
    return 1e3 * (time.perf_counter() - start)


def measure(path):
    module = tirx.parse_file(str(path))
    rows = []
    for _ in range(ROUNDS):
        parse = parse_milliseconds(path)
        times = tirx.compile(module, arch="sm_90a").times
        rows.append([parse, *(times[stage] for stage in STAGES)])
    return [statistics.median(column) for column in zip(*rows, strict=True)]


IMPORT = "import tvm_ffi, time; t = time.process_time(); import tirx; print(time.process_time() - t)"


def import_milliseconds():
    """Processor time of `import tirx` after tvm_ffi."""
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    runs = [subprocess.check_output([sys.executable, "-c", IMPORT], env=environment) for _ in range(ROUNDS)]
    return 1e3 * statistics.median(map(float, runs))


def main():
    print(f"import tirx: {import_milliseconds():.1f} ms of processor time beyond tvm_ffi, median of {ROUNDS}")
    print(f"milliseconds, median of {ROUNDS}")
    print(f"{'example':<16}{'script':>9}" + "".join(f"{stage:>9}" for stage in STAGES) + f"{'to text':>9}")
    for path in sorted((ROOT / "examples").glob("*.py")):
        medians = measure(path)
        to_text = sum(medians) - medians[-1]
        print(f"{path.stem:<16}" + "".join(f"{value:9.2f}" for value in medians) + f"{to_text:9.2f}")


if __name__ == "__main__":
    main()
