# SPDX-License-Identifier: Apache-2.0
"""Files of another kind than a verb or a loader takes, files that are wrong in other places than where one
looks, and what a name asks for."""

import shutil
from pathlib import Path

import pytest
import tirx as package

SAXPY = Path(__file__).resolve().parents[2] / "examples/saxpy.py"

BROKEN = """

@T.function
def broken(A: T.Tensor((4,), "float32")):
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=1, block=4)):
        A[T.gpu.thread_idx("x")] = nothing
"""


@pytest.fixture
def files(tmp_path, tirx):
    """An artifact, an object, a script called like a library, one with a sound and a broken function."""
    assert tirx("compile", SAXPY, "--arch", "sm_90a", "-o", tmp_path / "k.tirx").returncode == 0
    assert tirx("compile", SAXPY, "--arch", "sm_90a", "-o", tmp_path / "k.cubin").returncode == 0
    shutil.copy(SAXPY, tmp_path / "script.so")
    (tmp_path / "two.py").write_text(SAXPY.read_text() + BROKEN)
    return tmp_path


@pytest.mark.parametrize("verb", ["run", "check", "lower", "compile -o out.tirx"])
@pytest.mark.parametrize(
    ("name", "said"),
    [("k.tirx", "this is an artifact, not a script: `tirx inspect`"), ("k.cubin", "not a script")],
)
def test_verbs_for_scripts_say_what_else_they_got(tirx, files, verb, name, said):
    done = tirx(*verb.split(), files / name)
    assert done.returncode == 1
    assert f"error: argument `{files / name}`: " in done.stderr and "[BadArgument]" in done.stderr
    assert said in done.stderr


def test_a_script_is_no_library_and_no_artifact(tirx, files):
    done = tirx("run", files / "script.so")
    assert done.returncode == 1
    assert "it is no shared library; `tirx compile k.py -o k.so` makes one" in done.stderr
    done = tirx("inspect", SAXPY)
    assert "scripts for `tirx compile`" in done.stderr


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("k.tirx", "it is an artifact: tirx.load reads it"),
        ("two.py", "it is no shared library; `tirx compile k.py -o k.so` makes one"),
        ("script.so", "it is no shared library"),
    ],
)
def test_load_module_says_what_it_got(files, name, said):
    with pytest.raises(RuntimeError, match=f"cannot load the library `{files / name}`: {said}"):
        package.load_module(files / name)


@pytest.mark.parametrize("name", ["two.py", "k.cubin"])
def test_load_says_what_reads_the_rest(files, name):
    with pytest.raises(package.DiagnosticError, match="libraries are for `tirx run` and tirx.load_module"):
        package.load(files / name)


@pytest.mark.parametrize("number", ["-1", "1.5", "two"])
@pytest.mark.parametrize("verb", ["run", "check"])
def test_numbers_of_threads(tirx, verb, number):
    done = tirx(verb, SAXPY, "--threads", number)
    assert done.returncode == 2
    assert done.stderr.splitlines()[0] == (
        f"tirx {verb}: --threads: `{number}` is not a whole number of at least 0"
    )
    done = tirx(verb, SAXPY, "--max-steps", "0")
    assert "`0` is not a whole number of at least 1" in done.stderr


def test_a_sound_function_of_a_broken_file(tirx, files):
    script = files / "two.py"
    shown = tirx("lower", script, "-f", "saxpy", "--show", "source")
    assert (shown.returncode, shown.stderr) == (0, "") and "saxpy_kernel" in shown.stdout
    assert "broken" not in shown.stdout
    done = tirx("run", script, "-f", "saxpy", "--simulate", "--arg", "a=2", "--arg", "n=8")
    assert done.returncode == 0, done.stderr
    assert tirx("check", script, "-f", "saxpy").returncode == 0
    for name in ("broken", "none"):
        done = tirx("lower", script, "-f", name)
        assert done.returncode == 1
        assert "error: unknown name `nothing` [UnknownName]" in done.stderr
    assert tirx("lower", script).returncode == 1


def test_text_needs_no_architecture_and_no_compiler(tirx, tmp_path):
    out = tmp_path / "k.cu"
    done = tirx("compile", SAXPY, "-o", out, TIRX_CUDA_TOOLKIT="none", CUDA_VISIBLE_DEVICES="-1")
    assert (done.returncode, done.stdout, done.stderr) == (0, f"{out} written\n", "")
    shown = tirx("lower", SAXPY, "--show", "source").stdout
    assert out.read_text() == shown
    (tmp_path / "two.py").write_text((SAXPY.parent / "two_entries.py").read_text())
    done = tirx("compile", tmp_path / "two.py", "--compiler", "clang", "-o", out)
    assert done.returncode == 1 and "[BadBackendConfig]" in done.stderr


def test_a_fatbin_is_made_by_nvcc(tirx, tmp_path):
    out = tmp_path / "k.fatbin"
    if shutil.which("nvcc"):
        done = tirx("compile", SAXPY, "--arch", "sm_90a", "-o", out)
        assert done.returncode == 0 and done.stdout.startswith("nvcc "), done.stderr
        assert out.read_bytes()[:4] == b"\x50\xed\x55\xba"
    done = tirx("compile", SAXPY, "--arch", "sm_90a", "-o", out, TIRX_CUDA_TOOLKIT="none")
    assert done.returncode == 1
    assert "no CUDA toolkit with nvcc was found" in done.stderr
    config = '{"cuda": {"compiler": "nvrtc"}}'
    for words in (["--compiler", "nvrtc"], ["--backend-config", config]):
        done = tirx("compile", SAXPY, "--arch", "sm_90a", *words, "-o", out)
        assert "NVRTC cannot make a fatbin; use the compiler `nvcc`" in done.stderr
