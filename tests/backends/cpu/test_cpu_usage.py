# SPDX-License-Identifier: Apache-2.0
"""What users of the cpu backend meet: errors, threads, artifacts, compilers."""

import os
import re
import shutil
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import numpy as np
import pytest
import tirx
from tirx import script as T

sys.path.insert(0, str(Path(__file__).parent))

from loops_lib import LOOPS, check, load, ramp, softmax, tool, uniform  # noqa: E402


@T.function
def sorted_or_not(A: T.Tensor(("n",), "int32")):
    for i in T.parallel(1, A.shape[0]):
        assert A[i] >= A[i - 1], "not in order"


def test_a_failed_assertion_is_raised():
    executable = tirx.compile(sorted_or_not, target={"kind": "cpu", "num_threads": 3})
    executable(ramp(1000))
    for _ in range(3):
        with pytest.raises(RuntimeError, match=r"^not in order$"):
            executable(ramp(1000)[::-1].copy())
    executable(ramp(1000))


@T.function
def racing(A: T.Tensor(("n",), "int32")):
    for i in T.parallel(A.shape[0]):
        A[0] = T.cast(i, "int32")


def test_the_simulator_finds_races_between_iterations():
    with pytest.raises(RuntimeError, match="race"):
        tirx.compile(racing, target="cpu", executor="simulator")(ramp(10))


def test_launches_from_several_threads():
    executable = tirx.compile(load("saxpy"), target={"kind": "cpu", "num_threads": 2})
    wrong = []

    def work(seed):
        x, y = uniform(5000, seed), uniform(5000, seed + 1)
        expected = y
        for _ in range(20):
            expected = np.float32(0.5) * x + expected
            executable(x, y, 0.5)
        if not np.array_equal(y, expected):
            wrong.append(seed)

    threads = [threading.Thread(target=work, args=(seed,)) for seed in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong


def test_arguments_are_checked():
    executable = tirx.compile(load("saxpy"), target="cpu")
    with pytest.raises(ValueError, match="Y"):
        executable(uniform(8, 1), uniform(7, 1), 1.0)
    with pytest.raises(TypeError, match="float32"):
        executable(np.zeros(8), uniform(8, 1), 1.0)


def test_detected_target():
    target = tirx.target.detect_target_from_device("cpu:0").export()
    assert target["kind"] == "cpu" and 1 <= target["num_threads"] <= (os.cpu_count() or 1)
    x, y = uniform(100, 1), uniform(100, 2)
    expected = np.float32(3) * x + y
    tirx.compile(load("saxpy"), target=target)(x, y, 3.0)
    np.testing.assert_array_equal(y, expected)
    with pytest.raises(tirx.DiagnosticError, match="only device 0"):
        tirx.target.detect_target_from_device("cpu:1")


@pytest.mark.parametrize("kept", ["", "1"])
def test_tool_and_artifact(tirx_cli, tmp_path, kept):
    x = uniform((3, 50), 1)
    np.save(tmp_path / "x.npy", x)
    where = ["--arg", f"X={tmp_path / 'x.npy'}", "--out", f"Y={tmp_path / 'y.npy'}"]
    artifact = tmp_path / "softmax.tirx"
    command = ["compile", LOOPS / "softmax.py", "--target", "cpu/x86-64", "-o", artifact]
    done = tool(tirx_cli, *command, TIRX_COMPILE_FORCE_FALLBACK=kept)
    assert done.returncode == 0, done.stderr
    done = tool(tirx_cli, "run", LOOPS / "softmax.py", "--target", "cpu", *where)
    assert done.returncode == 0, done.stderr
    assert "on cpu" in done.stdout and "simulator" not in done.stdout
    check([np.load(tmp_path / "y.npy")], [softmax(x)], 1e-6)
    y = np.full_like(x, np.nan)
    tirx.load(str(artifact))(x, y)
    check([y], [softmax(x)], 1e-6)
    shown = tool(tirx_cli, "inspect", artifact).stdout
    assert ", x86-64, " + ("cpu, " if kept else "so, ") in shown


def test_text_can_be_inspected():
    executable = tirx.compile(load("saxpy"), target="cpu")
    assert "static void saxpy_kernel(const float* restrict X_ptr" in executable.inspect_source("cpu")


def test_without_a_compiler(tirx_cli, tmp_path):
    command = ["compile", LOOPS / "saxpy.py", "--target", "cpu", "-o", tmp_path / "a.tirx"]
    done = tool(tirx_cli, *command, PATH=str(tmp_path), CC="")
    assert done.returncode == 1
    assert "there is no C compiler: `cc` is not on `PATH`" in done.stderr
    assert "name another in `CC`" in done.stderr and "simulator" in done.stderr
    done = tool(tirx_cli, *command, CC="nonesuch")
    assert (
        "there is no C compiler: `nonesuch` is not on `PATH`; install it, name another in `CC`" in done.stderr
    )
    assert not (tmp_path / "a.tirx").exists()


def test_other_compilers(tirx_cli, tmp_path):
    """What each gives is the same; one that fails is quoted, at the line of the script."""
    command = ["compile", LOOPS / "matmul.py", "--target", "cpu", "-o", tmp_path / "a.tirx"]
    for name in ("gcc", "clang"):
        if shutil.which(name):
            done = tool(tirx_cli, *command, CC=name)
            assert done.returncode == 0 and not done.stderr, done.stderr
    failing = tmp_path / "failing"
    failing.write_text(
        '#!/bin/sh\n[ "$2" = -dumpversion ] && echo 1.0 && exit 0\n'
        "for last; do file=$source; source=$last; done\n"
        'line=$(grep -n "a \\* X_ptr" $file | cut -d: -f1)\n'
        'echo "$file:$line:5: error: no multiplication today" >&2\nexit 1\n'
    )
    failing.chmod(0o755)
    command[1] = LOOPS / "saxpy.py"
    done = tool(tirx_cli, *command, CC=str(failing))
    assert done.returncode == 1
    assert re.search(
        r"saxpy\.py:\d+:\d+: error: .*no multiplication today \[CompilerFailed\]", done.stderr
    ), done.stderr
    assert "Y[i] = a * X[i] + Y[i]" in done.stderr and "its log:" in done.stderr


def test_a_bad_processor_is_quoted(tirx_cli, tmp_path):
    command = ["compile", LOOPS / "saxpy.py", "--target", "cpu:pdp11", "-o", tmp_path / "a.tirx"]
    done = tool(tirx_cli, *command)
    assert done.returncode == 1 and "pdp11" in done.stderr and "[CompilerFailed]" in done.stderr


PROGRAM = """
import signal
import sys

import tirx

signal.signal(signal.SIGINT, signal.default_int_handler)
module = tirx.parse(open(sys.argv[1]).read())
try:
    tirx.compile(module, target="cpu")
except KeyboardInterrupt:
    print("interrupted", flush=True)
"""


def test_an_interrupt_ends_the_compiler(tmp_path):
    slow = tmp_path / "slow"
    version = '[ "$2" = -dumpversion ] && echo 1.0 && exit 0'
    slow.write_text(f"#!/bin/sh\n{version}\n: > {tmp_path}/begun\nexec sleep 100\n")
    slow.chmod(0o755)
    (tmp_path / "temporary").mkdir()
    environment = {**os.environ, "CC": str(slow), "TMPDIR": str(tmp_path / "temporary")}
    command = [sys.executable, "-c", PROGRAM, str(LOOPS / "saxpy.py")]
    program = subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True)
    try:
        for _ in range(3000):
            if (tmp_path / "begun").exists():
                break
            time.sleep(0.02)
        program.send_signal(signal.SIGINT)
        output, _ = program.communicate(timeout=50)
    finally:
        program.kill()
    assert output == "interrupted\n" and program.returncode == 0
    assert list((tmp_path / "temporary").iterdir()) == []
