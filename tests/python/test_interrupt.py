# SPDX-License-Identifier: Apache-2.0
"""Ctrl-C during a long compile: KeyboardInterrupt at once, and the compiler's processes end."""

import os
import signal
import subprocess
import sys
import textwrap
import time
from pathlib import Path

import pytest

PROGRAM = """
import signal

import tirx

# A shell's background jobs ignore the signal, and what they start inherits that.
signal.signal(signal.SIGINT, signal.default_int_handler)

module = tirx.parse('''
from tirx import script as T


@T.function
def kernel(A: T.Tensor((64,), "float32")):
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=1, block=64)):
        A[T.gpu.thread_idx("x")] = 0.0
''')
try:
    tirx.compile(module, arch="sm_90a", backend_config={"cuda": {"compiler": "nvcc"}})
except KeyboardInterrupt:
    print("interrupted", flush=True)
# The interpreter goes on as if nothing had happened.
print(len(tirx.compile(module, executor="simulator").functions), flush=True)
"""


@pytest.fixture
def slow_toolkit(tmp_path):
    """A toolkit whose nvcc starts a child, notes its process id and sleeps."""
    nvcc = tmp_path / "toolkit/bin/nvcc"
    nvcc.parent.mkdir(parents=True)
    nvcc.write_text(
        textwrap.dedent(f"""\
            #!/bin/sh
            [ "$1" = --version ] && echo 'release 99.1, V99.1.7' && exit 0
            sleep 100 &
            echo $! > '{tmp_path}/child.part' && mv '{tmp_path}/child.part' '{tmp_path}/child'
            sleep 100
            """)
    )
    nvcc.chmod(0o755)
    return tmp_path / "toolkit"


def wait_for(condition, seconds=60):
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "it did not happen in time"
        time.sleep(0.02)


def is_running(process_id):
    try:
        state = Path(f"/proc/{process_id}/stat").read_text().rsplit(")", 1)[1].split()[0]
    except FileNotFoundError:
        return False
    return state != "Z"


def test_an_interrupt_ends_the_compile_and_what_it_started(slow_toolkit, tmp_path):
    temporary = tmp_path / "temporary"
    temporary.mkdir()
    environment = {**os.environ, "TIRX_CUDA_TOOLKIT": str(slow_toolkit), "TMPDIR": str(temporary)}
    child_note = tmp_path / "child"
    program = subprocess.Popen(
        [sys.executable, "-c", PROGRAM],
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        wait_for(lambda: child_note.exists() or program.poll() is not None)
        assert program.poll() is None, program.communicate()
        program.send_signal(signal.SIGINT)
        output, errors = program.communicate(timeout=50)  # half of what nvcc would take
    finally:
        program.kill()
    assert output.split() == ["interrupted", "1"], errors
    assert program.returncode == 0
    wait_for(lambda: not is_running(int(child_note.read_text())))
    assert list(temporary.iterdir()) == []
