# SPDX-License-Identifier: Apache-2.0
"""`tirx check --watch` as a process: what it prints when files change, appear and go, and how it ends."""

import json
import os
import queue
import signal
import subprocess
import threading
import time

import pytest

RIGHT = """from tirx import script as T

@T.function
def f(A: T.Tensor((32,), "float32")):
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=1, block=32)):
        A[T.gpu.thread_idx("x")] = 1.0
"""
WRONG = RIGHT.replace("1.0", "nothing")
PATIENCE_S = 60


class Watcher:
    """A running `tirx check --watch` and the lines that it prints."""

    def __init__(self, *command):
        pipe = subprocess.PIPE
        self.process = subprocess.Popen(command, stdout=pipe, stderr=subprocess.STDOUT, text=True)
        self.lines = queue.Queue()
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self):
        for line in self.process.stdout:
            self.lines.put(line.rstrip("\n"))

    def until(self, text):
        """The lines up to one that contains the text."""
        seen = []
        while not seen or text not in seen[-1]:
            seen.append(self.lines.get(timeout=PATIENCE_S))
        return seen

    def end(self, how=signal.SIGINT):
        self.process.send_signal(how)
        return self.process.wait(timeout=PATIENCE_S)


@pytest.fixture
def watch(tirx_cli):
    started = []

    def start(*arguments):
        started.append(Watcher(tirx_cli, "check", "--watch", *(str(a) for a in arguments)))
        return started[-1]

    yield start
    for watcher in started:
        if watcher.process.poll() is None:
            watcher.process.kill()
        watcher.process.wait(timeout=PATIENCE_S)
        watcher.process.stdout.close()


def replace(path, text):
    """As editors write: a new file takes the old one's name."""
    fresh = path.with_suffix(".new")
    fresh.write_text(text)
    os.replace(fresh, path)


def test_changes_are_checked(watch, tmp_path):
    a, b = tmp_path / "a.py", tmp_path / "b.py"
    a.write_text(RIGHT)
    b.write_text(RIGHT)
    watcher = watch(a, b)
    first = watcher.until("waiting for changes")
    assert first[0].endswith("checking 2 files")
    assert first[1:-1] == [f"{a}: 1 function, no errors", f"{b}: 1 function, no errors"]
    assert first[-1].endswith("2 files, 0 errors; waiting for changes")
    replace(b, WRONG)
    text = "\n".join(watcher.until("waiting for changes"))
    assert f"{b}:6:36: error: unknown name `nothing` [UnknownName]" in text
    assert text.endswith("2 files, 1 error; waiting for changes")
    b.unlink()
    assert "CannotRead" in "\n".join(watcher.until("waiting for changes"))
    b.write_text(RIGHT)
    assert watcher.until("waiting for changes")[-1].endswith("0 errors; waiting for changes")


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM])
def test_it_ends_cleanly(watch, tmp_path, how):
    a = tmp_path / "a.py"
    a.write_text(WRONG)
    watcher = watch(a)
    watcher.until("waiting for changes")
    assert watcher.end(how) == 0
    assert watcher.lines.empty()


def test_changes_in_quick_succession_are_one(watch, tmp_path):
    a = tmp_path / "a.py"
    a.write_text(RIGHT)
    watcher = watch(a)
    watcher.until("waiting for changes")
    for i in range(8):
        a.write_text(RIGHT + f"# {i}\n")
        time.sleep(0.005)
    watcher.until("waiting for changes")
    time.sleep(0.5)
    assert watcher.lines.empty()


def test_json_lines(watch, tmp_path):
    a = tmp_path / "a.py"
    a.write_text(RIGHT)
    watcher = watch(a, "--diagnostics=json")
    assert json.loads(watcher.lines.get(timeout=PATIENCE_S)) == []
    replace(a, WRONG)
    (found,) = json.loads(watcher.lines.get(timeout=PATIENCE_S))
    assert (found["kind"], found["line"], found["end_column"]) == ("UnknownName", 6, 43)
    assert watcher.end() == 0
