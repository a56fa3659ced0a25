# SPDX-License-Identifier: Apache-2.0
"""`tirx check --run`: also runs the functions on the simulator, with arguments that are given or made up."""

import json
import re
import subprocess
from pathlib import Path

import numpy as np
import pytest

ROOT = Path(__file__).resolve().parents[2]
SAXPY = ROOT / "examples/saxpy.py"
FAULT = ROOT / "tests/sim/faults/missing_guard.py"

HOST_ONLY = """from tirx import script as T

@T.function
def f(n: T.int32):
    assert n > 5, "n must be large"
"""

# The last of many elements, and what large tensors that are made up repeat.
FAR = """from tirx import script as T

@T.function
def f(X: T.Tensor((20_000_000,), "bfloat16")):
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=1, block=32)):
        i = T.gpu.thread_idx("x")
        assert X[i] == X[i + 65521 * 305], "X repeats itself"
        assert X[i] != X[i + 65536], "not so early"
"""


@pytest.fixture
def check(tirx_cli):
    def run(*arguments):
        command = [tirx_cli, "check", *(str(a) for a in arguments)]
        return subprocess.run(command, check=False, capture_output=True, text=True, timeout=60)

    return run


def test_what_runs_says_with_what(check):
    done = check(SAXPY, "--run")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == (
        f"{SAXPY}: 1 function, no errors\n{SAXPY}: ran `saxpy` with n=100, a=0.5, X, Y made up, no faults\n"
    )
    assert check(SAXPY, "--run", "--diagnostics=json").stdout == "[]\n"


def test_faults_are_reported_as_text_and_json(check):
    assert check(FAULT).returncode == 0  # without --run nothing runs
    done = check(FAULT, "--run")
    assert done.returncode == 1
    assert f"{FAULT}:12:9: error: `Y[100]`: index 100 is out of bounds" in done.stderr
    assert "X, Y made up; give others with `--arg NAME=VALUE`" in done.stderr
    assert "no errors" not in done.stdout
    done = check(FAULT, "--run", "--diagnostics=json")
    assert done.returncode == 1
    assert [found["kind"] for found in json.loads(done.stdout)] == ["SimOutOfBounds"] * 2


def test_large_tensors_are_made_up_to_their_ends(check, tmp_path):
    script = tmp_path / "far.py"
    script.write_text(FAR)
    assert "ran `f` with X made up, no faults" in check(script, "--run").stdout


def test_every_file_is_run_and_its_exported_functions(check):
    two = ROOT / "tests/sim/faults/shift_too_far.py"
    done = check(SAXPY, FAULT, two, "--run")
    assert done.returncode == 1
    assert "ran `saxpy`" in done.stdout
    assert "[SimOutOfBounds]" in done.stderr and "[SimBadShift]" in done.stderr


def test_arguments_are_given(check, tmp_path):
    np.save(tmp_path / "x.npy", np.ones(33, np.float32))
    done = check(SAXPY, "--run", "--arg", "a=2", "--arg", f"X={tmp_path}/x.npy")
    assert "ran `saxpy` with Y made up, no faults" in done.stdout  # the file tells n
    script = tmp_path / "k.py"
    script.write_text(HOST_ONLY)
    done = check(script, "--run")
    assert done.returncode == 1
    assert "n must be large" in done.stderr and "note: n=3 made up; give others" in done.stderr
    done = check(script, "--run", "--arg", "n=7")
    assert (done.returncode, "ran `f`, no faults" in done.stdout) == (0, True)


def test_vectors_are_made_up_by_element(tirx, tmp_path):
    script = tmp_path / "k.py"
    script.write_text(
        "from tirx import script as T\n\n@T.function\n"
        'def f(X: T.Tensor((8,), "float32x4")):\n'
        "    with T.device_entry(launch=T.gpu.LaunchConfig(grid=1, block=8)):\n"
        '        X[T.gpu.thread_idx("x")] = X[T.gpu.thread_idx("x")]\n'
    )
    done = tirx("run", script, "--simulate")
    low, high = re.search(r"X float32x4 \(8\): unchanged, min (\S+) max (\S+)", done.stdout).groups()
    assert -1 <= float(low) < -0.5 and 0.5 < float(high) < 1


def test_options_of_the_simulator(check):
    # Without the check of indices there is still that of memory.
    assert "SimOutOfAllocation" in check(FAULT, "--run", "--no-check", "bounds").stderr
    overflow = ROOT / "tests/sim/faults/signed_overflow.py"
    assert check(overflow, "--run").returncode == 1
    assert check(overflow, "--run", "--no-check", "arithmetic").returncode == 0


@pytest.mark.parametrize(
    ("arguments", "status", "said"),
    [
        (["--arg", "n=3"], 2, "--arg requires --run"),
        (["--threads", "2"], 2, "--threads requires --run"),
        (["--run", "--arg", "m=3"], 1, "it has X, n, Y, a"),
        (["--run", "--arg", "n=-1"], 1, "must not be negative"),
        (["--run", "--check", "luck"], 1, "no such check"),
        (["--run", "--max-steps", "0"], 2, "--max-steps"),
        (["--run", "-f", "saxpi"], 1, "`saxpy`"),
    ],
)
def test_wrong_use(check, arguments, status, said):
    done = check(SAXPY, *arguments)
    assert done.returncode == status
    assert said in done.stderr


def test_a_function_takes_its_reference_along(check):
    done = check(ROOT / "examples/inline_cuda.py", "--run")
    assert done.returncode == 0, done.stderr
    assert "ran `gelu`" in done.stdout
