# SPDX-License-Identifier: Apache-2.0
"""Runs clang-tidy (checks: .clang-tidy) on C++ files changed since the merge base (--all: on every one)."""

import argparse
import json
import os
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from source_files import ROOT


def git(*arguments):
    result = subprocess.run(["git", *arguments], cwd=ROOT, capture_output=True, text=True, check=False)
    return result.stdout.strip() if result.returncode == 0 else ""


def changed_files():
    """Files that differ from where this branch left origin/main, or else from the last commit but one."""
    head = git("rev-parse", "HEAD")
    base = git("merge-base", "HEAD", "origin/main")
    if not base or base == head:
        base = git("rev-parse", "--verify", "--quiet", "HEAD~1") or head
    names = git("diff", "--name-only", base).splitlines()
    return {ROOT / name for name in names + git("ls-files", "--others", "--exclude-standard").splitlines()}


def compiled_files(build):
    """Files with a compile command; an unconfigured tree has none, and the caller configured it."""
    database = build / "compile_commands.json"
    if not database.exists():
        sys.exit(f"{database} is missing: configure the build first")
    return {Path(entry["file"]) for entry in json.loads(database.read_text())}


def tidy(tool, build, path):
    command = [tool, "--quiet", "-p", str(build), str(path)]
    result = subprocess.run(command, capture_output=True, text=True, check=False)
    return result.returncode, result.stdout if result.returncode == 0 else result.stdout + result.stderr


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--build", type=Path, required=True)
    parser.add_argument("--all", action="store_true")
    options = parser.parse_args()
    tool = shutil.which("clang-tidy-14") or shutil.which("clang-tidy")
    if not tool:
        sys.exit("clang-tidy is missing")
    files = compiled_files(options.build)
    if not options.all:
        files &= changed_files()
    failures = 0
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        for status, text in pool.map(lambda path: tidy(tool, options.build, path), sorted(files)):
            failures += status != 0
            if text.strip():
                print(text.strip(), file=sys.stderr)
    print(f"clang-tidy: {len(files)} files, {failures} with findings")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
