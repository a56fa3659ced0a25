# SPDX-License-Identifier: Apache-2.0
"""The command-line tool as a user meets it: exit codes, messages, files."""

import json
import os
import subprocess
from pathlib import Path

import numpy as np
import pytest

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
SAXPY = EXAMPLES / "saxpy.py"

WRONG = """from tirx import script as T

@T.function
def f(A: T.Tensor((4,), "float32")):
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=1, block=32)):
        A[T.gpu.thread_idx("x")] = 1.0
"""


@pytest.fixture
def tirx(tirx_cli):
    def run(*arguments, **environment):
        command = [tirx_cli, *(str(a) for a in arguments)]
        env = {**os.environ, **environment}
        return subprocess.run(command, check=False, capture_output=True, text=True, env=env)

    return run


def test_help_has_examples(tirx):
    for verb in ("compile", "lower", "run", "check", "inspect", "list"):
        done = tirx(verb, "--help")
        assert done.returncode == 0
        assert f"tirx {verb} " in done.stdout.split("examples:")[1]
    assert "exit codes" in tirx("--help").stdout


@pytest.mark.parametrize(
    "arguments",
    [[], ["frobnicate"], ["compile", SAXPY], ["lower", SAXPY, "--show", "nonsense"], ["list", "everything"]],
)
def test_wrong_usage_is_2(tirx, arguments):
    done = tirx(*arguments)
    assert done.returncode == 2
    assert done.stderr


def test_user_errors_are_1_and_say_what(tirx, tmp_path):
    cases = {
        ("check", tmp_path / "none.py"): "cannot read",
        ("lower", SAXPY, "-f", "saxpi", "--arch", "sm_90a"): "`saxpy`",
        ("lower", SAXPY, "--arch", "sm_x"): "sm_",
        ("lower", SAXPY, "--target", "cudda"): "`cuda`",
        ("lower", SAXPY, "--arch", "sm_90a", "--print-after", "no-such-pass"): "tirx list passes",
        ("compile", SAXPY, "-o", tmp_path / "o.tirx"): "explicit",
        ("compile", SAXPY, "--arch", "sm_90a", "-o", tmp_path / "no/such/folder/o.tirx"): "cannot write",
        ("compile", SAXPY, "--arch", "sm_90a", "--target-format", "ptx", "-o", tmp_path / "o.cubin"): "ptx",
        ("compile", SAXPY, "--arch", "sm_90a", "--compiler", "clang", "-o", tmp_path / "o.tirx"): "nvrtc",
        ("compile", SAXPY, "--arch", "sm_90a", "--backend-config", "{", "-o", tmp_path / "o.tirx"): "{",
        ("run", SAXPY, "--simulate", "--arg", "n=10"): "--arg a=",
        ("run", SAXPY, "--simulate", "--arg", "a=1"): "--arg n=",
        ("run", SAXPY, "--simulate", "--arg", "a=1", "--arg", "m=1"): "it has X, n, Y, n, a",
        ("run", SAXPY, "--simulate", "--arg", "a=x", "--arg", "n=1"): "not a number",
        ("run", SAXPY, "--simulate", "--arg", "a"): "NAME=VALUE",
        ("inspect", SAXPY): "does not start like one",
    }
    for arguments, said in cases.items():
        done = tirx(*arguments)
        assert done.returncode == 1, (arguments, done.stderr)
        assert said in done.stderr, (arguments, done.stderr)


def test_a_damaged_artifact_is_refused(tirx, tmp_path):
    artifact = tmp_path / "saxpy.tirx"
    assert tirx("compile", SAXPY, "--arch", "sm_90a", "-o", artifact).returncode == 0
    assert "saxpy_kernel" in tirx("inspect", artifact, "--show", "source").stdout
    content = bytearray(artifact.read_bytes())
    content[len(content) // 2] ^= 1
    artifact.write_bytes(content)
    done = tirx("inspect", artifact)
    assert done.returncode == 1
    assert "damaged" in done.stderr


def test_diagnostics_as_json(tirx, tmp_path):
    script = tmp_path / "k.py"
    script.write_text(WRONG)
    assert tirx("check", script, "--diagnostics=json").stdout == "[]\n"
    script.write_text(WRONG.replace("1.0", "nonesuch"))
    done = tirx("check", script, "--diagnostics=json")
    assert done.returncode == 1
    (finding,) = json.loads(done.stdout)
    assert finding["kind"] == "UnknownName"
    assert (finding["line"], finding["file"]) == (6, str(script))


def test_run_reports_faults_of_the_kernel(tirx, tmp_path):
    script = tmp_path / "k.py"
    script.write_text(WRONG)
    done = tirx("run", script, "--simulate")
    assert done.returncode == 1
    assert f"{script}:6:9: error: `A[4]`: index 4 is out of bounds" in done.stderr
    assert "block (0, 0, 0), thread (4, 0, 0)" in done.stderr


def test_run_reads_and_writes_arrays(tirx, tmp_path):
    x, y = np.arange(300, dtype=np.float32), np.ones(300, np.float32)
    np.save(tmp_path / "x.npy", x)
    np.save(tmp_path / "y.npy", y)
    given = ["--arg", f"X={tmp_path}/x.npy", "--arg", f"Y={tmp_path}/y.npy", "--arg", "a=3"]
    done = tirx("run", SAXPY, "--simulate", *given, "--out", f"Y={tmp_path}/out.npy")
    assert done.returncode == 0, done.stderr
    np.testing.assert_array_equal(np.load(tmp_path / "out.npy"), 3 * x + y)
    done = tirx("run", SAXPY, "--simulate", *given, "--arg", "n=299")
    assert done.returncode == 1
    assert "is 300, but `n` is 299" in done.stderr


def test_arrays_that_do_not_fit_are_refused(tirx, tmp_path):
    np.save(tmp_path / "x.npy", np.zeros(300, np.float64))
    done = tirx("run", SAXPY, "--simulate", "--arg", f"X={tmp_path}/x.npy", "--arg", "a=3")
    assert done.returncode == 1
    assert "TypeError" in done.stderr and "expected float32, got float64" in done.stderr
    np.save(tmp_path / "x.npy", np.asfortranarray(np.zeros((3, 4), np.float32)))
    done = tirx("run", SAXPY, "--simulate", "--arg", f"X={tmp_path}/x.npy", "--arg", "a=3")
    assert done.returncode == 1
    assert "C order" in done.stderr
    (tmp_path / "x.npy").write_bytes(b"not an array")
    done = tirx("run", SAXPY, "--simulate", "--arg", f"X={tmp_path}/x.npy", "--arg", "a=3")
    assert done.returncode == 1
    assert "not a .npy file" in done.stderr


def test_backends_stay_out_when_asked(tirx):
    assert "cuda" in tirx("list", "backends").stdout
    done = tirx("list", "backends", TIRX_DEVICE_BACKEND_AUTOLOAD="0")
    assert "cuda" not in done.stdout and "core" in done.stdout


def test_raw_device_code(tirx, tmp_path):
    for form, start in {"ptx": b"//", "cubin": b"\x7fELF", "cu": b"\nextern"}.items():
        out = tmp_path / f"saxpy.{form}"
        done = tirx("compile", SAXPY, "--arch", "sm_90a", "-o", out)
        assert done.returncode == 0, done.stderr
        assert out.read_bytes().startswith(start)
