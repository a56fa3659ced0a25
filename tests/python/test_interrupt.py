# SPDX-License-Identifier: Apache-2.0
"""Ctrl-C during a long compile or simulation: it ends at once, with the compilers that run; time limits."""

import os
import signal
import subprocess
import sys
import textwrap
import time
from pathlib import Path

import pytest
import tirx

# A shell's background jobs ignore the signal, and what they start inherits that.
HEED = """
import os, signal, sys
signal.signal(signal.SIGINT, signal.SIG_DFL)
os.execv(sys.argv[1], sys.argv[1:])
"""

START = """
import signal

import tirx

signal.signal(signal.SIGINT, signal.default_int_handler)
"""

KERNEL = """
from tirx import script as T


@T.function
def kernel(A: T.Tensor((64,), "float32")):
    with T.device_entry({options}launch=T.gpu.LaunchConfig(grid=1, block=64)):
        A[T.gpu.thread_idx("x")] = 0.0
"""

# Two device modules, which are compiled at once.
TWO_GROUPS = (
    KERNEL.format(options="")
    + """
    with T.device_entry(
        backend_config={"cuda": {"arch": "sm_80"}}, launch=T.gpu.LaunchConfig(grid=1, block=64)
    ):
        A[T.gpu.thread_idx("x")] = 1.0
"""
)

ENDLESS = """
from tirx import script as T


@T.function
def endless(A: T.Tensor((256,), "int32")):
    with T.device_entry(launch=T.gpu.LaunchConfig(grid={blocks}, block=32)):
        lane = T.gpu.thread_idx("x")
        while A[lane] >= 0:
            A[lane] = A[lane] * 0
"""

COMPILE = (
    START
    + """
module = tirx.parse({script!r})
try:
    tirx.compile(module, arch="sm_90a", backend_config={{"cuda": {{"compiler": "nvcc"}}}})
except KeyboardInterrupt:
    print("interrupted", flush=True)
# The interpreter goes on as if nothing had happened.
print(len(tirx.compile(module, executor="simulator").functions), flush=True)
"""
)

SIMULATE = (
    START
    + """
import numpy as np

simulated = tirx.compile(tirx.parse({script!r}), executor="simulator", max_steps=1 << 60, threads={threads})
try:
    print("starts", flush=True)
    simulated(np.zeros(256, "int32"))
except KeyboardInterrupt:
    print("interrupted", flush=True)
"""
)

# NVRTC reads it for much longer than it takes to send a signal, and asks nothing meanwhile. It handles
# signals itself in the first compile of a process.
LONG_TEXT = "".join(f"__device__ int f{i}(int a) {{ return a * {i} + 1; }}\n" for i in range(6000))

LONG_CALL = (
    KERNEL.format(options="")
    + f"        T.cuda.func_call('f1', 1, source_code={LONG_TEXT!r}, return_type='int32')\n"
)

READ = (
    START
    + """
import numpy
from tirx.backend.cuda.compiler import compile_source

config = {"cuda": {"arch": "sm_90a", "compiler": "nvrtc"}}
try:
    compile_source(open(TEXT).read(), config)
except KeyboardInterrupt:
    print("interrupted", flush=True)
print(len(compile_source('extern "C" __global__ void last() {}', config).binary) > 0, flush=True)
"""
)

UNROLL = (
    START
    + """
SCRIPT = '''
from tirx import script as T

@T.function
def unrolled(A: T.Tensor((4,), "float32")):
    for i in T.static_range(4000):
        for j in T.static_range(4000):
            x = i * j + 1
'''
try:
    print("starts", flush=True)
    tirx.parse(SCRIPT)
except KeyboardInterrupt:
    print("interrupted", flush=True)
"""
)


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


@pytest.fixture
def temporary(tmp_path):
    folder = tmp_path / "temporary"
    folder.mkdir()
    return folder


def start(command, toolkit=None, temporary=None):
    environment = dict(os.environ)
    if toolkit:
        environment |= {"TIRX_CUDA_TOOLKIT": str(toolkit), "TMPDIR": str(temporary)}
    return subprocess.Popen(
        [sys.executable, "-c", HEED, *command],
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def wait_until_nvrtc_reads(program):
    wait_for(lambda: "libnvrtc.so" in Path(f"/proc/{program.pid}/maps").read_text())
    time.sleep(0.3)


def interrupt(program):
    """What the program has printed once a Ctrl-C has ended it, in half of what its work would take."""
    try:
        assert program.poll() is None, program.communicate()
        program.send_signal(signal.SIGINT)
        return program.communicate(timeout=50)
    finally:
        program.kill()


def interrupt_in_nvcc(command, toolkit, temporary):
    """The same, once nvcc runs; what that has started must be gone, with its files."""
    child_note = toolkit.parent / "child"
    program = start(command, toolkit, temporary)
    wait_for(lambda: child_note.exists() or program.poll() is not None)
    output, errors = interrupt(program)
    wait_for(lambda: not is_running(int(child_note.read_text())))
    assert list(temporary.iterdir()) == []
    return program.returncode, output, errors


@pytest.mark.parametrize("script", [KERNEL.format(options=""), TWO_GROUPS], ids=["one", "two"])
def test_an_interrupt_ends_the_compile_and_what_it_started(script, slow_toolkit, temporary):
    command = [sys.executable, "-c", COMPILE.format(script=script)]
    code, output, errors = interrupt_in_nvcc(command, slow_toolkit, temporary)
    assert output.split() == ["interrupted", "1"], errors
    assert code == 0


@pytest.mark.parametrize("script", [KERNEL.format(options=""), TWO_GROUPS], ids=["one", "two"])
def test_an_interrupt_ends_the_tool_and_what_it_started(script, slow_toolkit, temporary, tmp_path, tirx_cli):
    path = tmp_path / "kernel.py"
    path.write_text(script)
    artifact = tmp_path / "kernel.tirx"
    command = [tirx_cli, "compile", str(path), "--arch", "sm_90a", "--compiler", "nvcc", "-o", str(artifact)]
    code, output, errors = interrupt_in_nvcc(command, slow_toolkit, temporary)
    assert code == -signal.SIGINT
    assert (output, artifact.exists()) == ("", False)
    assert "error: interrupted while" in errors


@pytest.mark.parametrize(("blocks", "threads"), [(1, 1), (8, 2)])
def test_an_interrupt_ends_a_simulation(blocks, threads):
    script = ENDLESS.format(blocks=blocks)
    program = start([sys.executable, "-c", SIMULATE.format(script=script, threads=threads)])
    assert program.stdout.readline() == "starts\n"
    time.sleep(0.5)
    output, errors = interrupt(program)
    assert output == "interrupted\n", errors
    assert program.returncode == 0


def test_an_interrupt_ends_a_simulation_of_the_tool(tmp_path, tirx_cli):
    path = tmp_path / "endless.py"
    path.write_text(ENDLESS.format(blocks=1))
    program = start([tirx_cli, "run", str(path), "--simulate", "--max-steps", str(1 << 60)])
    time.sleep(1)
    output, errors = interrupt(program)
    assert program.returncode == -signal.SIGINT, (output, errors)
    assert "interrupted while `endless" in errors


def test_an_interrupt_while_nvrtc_reads(tmp_path):
    text = tmp_path / "long.cu"
    text.write_text(LONG_TEXT)
    program = start([sys.executable, "-c", f"TEXT = {str(text)!r}\n" + READ])
    wait_until_nvrtc_reads(program)
    output, errors = interrupt(program)
    assert output == "interrupted\nTrue\n", (program.returncode, errors)
    assert program.returncode == 0


def test_an_interrupt_of_the_tool_while_nvrtc_reads(tmp_path, tirx_cli):
    path = tmp_path / "kernel.py"
    path.write_text(LONG_CALL)
    text = tmp_path / "out.tirx"
    program = start([tirx_cli, "compile", str(path), "--arch", "sm_90a", "-o", str(text)])
    wait_until_nvrtc_reads(program)
    output, errors = interrupt(program)
    assert program.returncode == -signal.SIGINT, (output, errors)
    assert "error: interrupted while" in errors
    assert not text.exists()


def test_an_interrupt_ends_unrolling():
    program = start([sys.executable, "-c", UNROLL])
    assert program.stdout.readline() == "starts\n"
    time.sleep(0.3)
    output, errors = interrupt(program)
    assert output == "interrupted\n", errors


def test_a_compile_has_a_time_limit(slow_toolkit, temporary, tmp_path, tirx_cli, monkeypatch):
    monkeypatch.setenv("TIRX_CUDA_TOOLKIT", str(slow_toolkit))
    monkeypatch.setenv("TMPDIR", str(temporary))
    script = KERNEL.format(options="")
    config = {"cuda": {"compiler": "nvcc"}}
    with pytest.raises(tirx.DiagnosticError, match="nvcc` did not finish within 0.4 seconds and was stopped"):
        tirx.compile(tirx.parse(script), arch="sm_90a", backend_config=config, compile_timeout=0.4)
    path = tmp_path / "kernel.py"
    path.write_text(script)
    command = [
        tirx_cli,
        "compile",
        path,
        "--arch",
        "sm_90a",
        "--compiler",
        "nvcc",
        "--compile-timeout",
        "0.4",
    ]
    done = subprocess.run([*command, "-o", tmp_path / "out"], capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert "did not finish within 0.4 seconds" in done.stderr
    assert list(temporary.iterdir()) == []


@pytest.mark.parametrize("seconds", [0, -1, float("nan")])
def test_a_time_limit_is_positive(seconds):
    with pytest.raises(
        tirx.DiagnosticError, match="compile_timeout.*it must be a positive number of seconds"
    ):
        tirx.compile(tirx.parse(KERNEL.format(options="")), arch="sm_90a", compile_timeout=seconds)
