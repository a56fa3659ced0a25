# SPDX-License-Identifier: Apache-2.0
"""Text tests: a script with commands in its header and their expected output at its end, in one file.

    # SPDX-License-Identifier: Apache-2.0
    # What the test is about.
    # RUN: tirx lower %s --arch sm_90a --show ir
    ... the script ...
    # ==== output ====
    # the expected text, one comment line for each line

A file may have several `# RUN:` lines; the output then repeats each command in a `$` line. `# EXIT: 1` after
a RUN line says how that command must end (0 where nothing is said). In commands `%s` is the file, `%S` its
folder and `%t` a fresh temporary folder. In the output standard error follows standard output, and what
differs between machines is replaced: the temporary folder by %t, the repository by %R, durations such as
`1.25 ms` by `<time>`.
"""

import difflib
import os
import re
import shlex
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
MARKER = "# ==== output ===="
REFRESH = "./run bless"
DURATION = re.compile(r"\b\d+\.\d+ ?(?:ns|us|ms|s)\b")
TIMEOUT_S = 120


class ScriptError(Exception):
    """The test file itself is wrong."""


@dataclass
class Command:
    text: str
    exit_status: int = 0


@dataclass
class ScriptTest:
    path: Path
    commands: list
    source: str  # everything above the marker
    expected: str


def has_commands(path):
    """True for a file that is a text test; only the head of the file is read."""
    with open(path, encoding="utf-8", errors="replace") as file:
        return any(line.startswith("# RUN:") for line in (next(file, "") for _ in range(30)))


def parse(path):
    source, marker, block = path.read_text(encoding="utf-8").partition(f"\n{MARKER}\n")
    commands = []
    for line in source.splitlines():
        if line.startswith("# RUN:"):
            commands.append(Command(line.removeprefix("# RUN:").strip()))
        elif line.startswith("# EXIT:"):
            if not commands:
                raise ScriptError(f"{path}: `# EXIT:` stands before any `# RUN:` line")
            commands[-1].exit_status = int(line.removeprefix("# EXIT:"))
    if not commands:
        raise ScriptError(f"{path}: no `# RUN:` line")
    lines = [line[2:] if line.startswith("# ") else line.removeprefix("#") for line in block.splitlines()]
    return ScriptTest(path, commands, source, "\n".join(lines) if marker else None)


def shown(path):
    """A path as commands get it: relative to the repository, where they run."""
    return str(path.relative_to(ROOT) if path.is_relative_to(ROOT) else path)


def command_line(text, path, temporary, programs):
    """The argument vector of one RUN line; its first word is one of the known programs."""
    names = {"%s": shown(path), "%S": shown(path.parent), "%t": temporary}
    words = []
    for word in shlex.split(text):
        for name, value in names.items():
            word = word.replace(name, value)
        words.append(word)
    if words[0] not in programs:
        raise ScriptError(f"{path}: unknown program `{words[0]}`; known are {', '.join(sorted(programs))}")
    return [*programs[words[0]], *words[1:]]


def default_programs():
    build = Path(os.environ.get("TIRX_BUILD_DIR", ROOT / "build/release"))
    return {"tirx": [str(build / "bin/tirx")], "python": [sys.executable]}


def stable(text, temporary):
    text = text.replace(temporary, "%t").replace(str(ROOT), "%R")
    text = DURATION.sub("<time>", text)
    return "\n".join(line.rstrip() for line in text.rstrip("\n").split("\n"))


def run_command(command, test, temporary, programs):
    """What one command prints; a wrong exit status becomes part of it, so that it shows in the difference."""
    arguments = command_line(command.text, test.path, temporary, programs)
    quiet = {"capture_output": True, "stdin": subprocess.DEVNULL}
    done = subprocess.run(arguments, cwd=ROOT, text=True, timeout=TIMEOUT_S, check=False, **quiet)
    output = stable(done.stdout + done.stderr, temporary)
    if done.returncode != command.exit_status:
        output += f"\n[exit status {done.returncode}, expected {command.exit_status}]"
    return output


def actual_output(test, programs=None):
    programs = programs or default_programs()
    parts = []
    with tempfile.TemporaryDirectory(prefix="tirx-text-") as temporary:
        for command in test.commands:
            if len(test.commands) > 1:
                parts.append(f"$ {command.text}")
            parts.append(run_command(command, test, temporary, programs))
    return "\n".join(parts)


def difference(test, actual):
    """A unified diff from the expected to the actual output; empty when they agree."""
    if test.expected is None:
        return f"{test.path}: there is no `{MARKER}` block yet; write it with {REFRESH}"
    lines = difflib.unified_diff(
        test.expected.split("\n"), actual.split("\n"), f"{test.path} (expected)", "actual", lineterm=""
    )
    return "\n".join(lines)


def with_output(test, actual):
    """The file's text with the block rewritten."""
    block = "\n".join(f"# {line}".rstrip() for line in actual.split("\n"))
    return f"{test.source.rstrip()}\n\n{MARKER}\n{block}\n"
