# SPDX-License-Identifier: Apache-2.0
"""Runs the programs in bench/: those named, or all; a program whose head says `# bench: gpu` needs a GPU."""

import argparse
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tools"))

from gpu_device import missing_device  # noqa: E402

MARKS = ("cpu", "gpu")


def mark_of(path):
    """`cpu` or `gpu`, as the program's own `# bench:` line says."""
    for line in path.read_text(encoding="utf-8").splitlines()[:10]:
        if line.startswith("# bench:"):
            mark = line.removeprefix("# bench:").strip()
            if mark in MARKS:
                return mark
    sys.exit(f"{path}: its head must have a line `# bench: cpu` or `# bench: gpu`")


def programs(names):
    found = {path.stem: path for path in sorted((ROOT / "bench").glob("*.py"))}
    for name in names:
        if name not in found:
            sys.exit(f"there is no bench/{name}.py; there are: {', '.join(found) or 'none'}")
    return [found[name] for name in names or found]


def main():
    parser = argparse.ArgumentParser(prog="./run bench", description=__doc__)
    parser.add_argument("names", nargs="*")
    parser.add_argument("--gpu-only", action="store_true", help="leave out the programs that need no GPU")
    options = parser.parse_args()
    failed = []
    for path in programs(options.names):
        mark = mark_of(path)
        if mark == "cpu" and options.gpu_only:
            continue
        if mark == "gpu" and missing_device():
            print(f"== {path.stem}: skipped, {missing_device()}", flush=True)
            continue
        print(f"== {path.stem}", flush=True)
        if subprocess.run([sys.executable, str(path)], cwd=ROOT, check=False).returncode != 0:
            failed.append(path.stem)
    if failed:
        print(f"FAILED: {', '.join(failed)}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
