# SPDX-License-Identifier: Apache-2.0
"""The command-line tool as a user meets it: exit codes, messages, files."""

import json
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


HOST_ONLY = """from tirx import script as T

@T.function
def f(n: T.int32):
    assert n > 0, "n must be positive"
"""


@pytest.fixture
def files(tmp_path, tirx):
    """Scripts and artifacts that the cases below name."""
    (tmp_path / "host_only.py").write_text(HOST_ONLY)
    (tmp_path / "two.py").write_text(HOST_ONLY + HOST_ONLY.replace("def f", "def g").split("script as T")[1])
    assert tirx("compile", SAXPY, "--arch", "sm_90a", "-o", tmp_path / "cubin.tirx").returncode == 0
    np.save(tmp_path / "x64.npy", np.zeros(300))
    return tmp_path


# Arguments, with {} for the folder of `files`; the kind of the diagnostic; what it must say.
USER_ERRORS = [
    ("check {}/none.py", "CannotRead", "none.py"),
    (f"lower {SAXPY} -f saxpi --arch sm_90a", "NoSuchFunction", "`saxpy`"),
    (f"lower {SAXPY} --arch sm_x", "CudaBadArch", "sm_"),
    (f"lower {SAXPY} --target cudda", "UnknownTargetKind", "`cuda`"),
    (f"lower {SAXPY} --target c", "NoPipeline", "`c`"),
    (f"lower {SAXPY} --arch sm_90a --print-after no-such-pass", "UnknownPass", "tirx list passes"),
    (f"compile {SAXPY} -o {{}}/o.tirx", "ArchNotGiven", "explicit"),
    (f"compile {SAXPY} --arch sm_90a -o {{}}/no/such/folder/o.tirx", "CannotWrite", "o.tirx"),
    (f"compile {SAXPY} --arch sm_90a --target-format ptx -o {{}}/o.cubin", "OutputFormMismatch", "ptx"),
    (f"compile {SAXPY} --arch sm_90a --compiler clang -o {{}}/o.tirx", "BadBackendConfig", "nvrtc"),
    (f"compile {SAXPY} --arch sm_90a --backend-config {{{{ -o {{}}/o.tirx", "BadBackendConfig", "{"),
    (f"compile {SAXPY} --target null -o {{}}/o.tirx", "NoToolchain", "`null`"),
    ("compile {}/host_only.py --arch sm_90a -o {}/o.ptx", "NotOneDeviceModule", "makes 0"),
    (f"run {SAXPY} --simulate --arg n=10", "BadArgument", "--arg a="),
    (f"run {SAXPY} --simulate --arg a=1", "BadArgument", "--arg n="),
    (f"run {SAXPY} --simulate --arg a=1 --arg m=1", "BadArgument", "it has X, n, Y, a"),
    (f"run {SAXPY} --simulate --arg a=x --arg n=1", "BadArgument", "not a number"),
    (f"run {SAXPY} --simulate --arg a", "BadArgument", "NAME=VALUE"),
    (f"run {SAXPY} --simulate --arg a=1 --arg n=abc", "BadArgument", "`abc` is not an integer"),
    (f"run {SAXPY} --simulate --arg a=1 --arg n=-5", "BadArgument", "must not be negative"),
    (f"run {SAXPY} --simulate --arg a=1 --arg n=1 --arg n=2", "BadArgument", "given twice"),
    (f"run {SAXPY} --simulate --arg a=1 --arg n=99999999999999", "BadArgument", "too much"),
    (f"run {SAXPY} --simulate --arg X={{}}/x64.npy --arg a=3", "CallFailed", "expected float32, got float64"),
    ("run {}/two.py --simulate", "PickAFunction", "`f`, `g`"),
    ("run {}/host_only.py --simulate --arg n=-1", "CallFailed", "n must be positive"),
    (f"inspect {SAXPY}", "BadArtifact", "does not start like one"),
    ("inspect {}/cubin.tirx --show ptx", "CannotInspect", "ptx of a cubin"),
]


@pytest.mark.parametrize(
    ("arguments", "kind", "said"), USER_ERRORS, ids=[f"{e[1]}-{i}" for i, e in enumerate(USER_ERRORS)]
)
def test_user_errors_are_1_and_say_what(tirx, files, arguments, kind, said):
    words = [part.replace("{}", str(files)).replace("{{", "{") for part in arguments.split()]
    done = tirx(*words, CUDA_VISIBLE_DEVICES="-1")
    assert done.returncode == 1, done.stderr
    assert f"[{kind}]" in done.stderr
    assert said in done.stderr


@pytest.mark.parametrize("mode", ["none", "balance", "size"])
def test_what_is_inside_a_fatbin(tirx, tmp_path, mode):
    artifact, config = tmp_path / "saxpy.tirx", f'{{"cuda": {{"nvcc": ["--compress-mode={mode}"]}}}}'
    options = ["--compiler", "nvcc", "--target-format", "fatbin", "--backend-config", config]
    assert tirx("compile", SAXPY, "--arch", "sm_90a", *options, "-o", artifact).returncode == 0
    ptx = tirx("inspect", artifact, "--show", "ptx").stdout
    assert ".target sm_90a\n" in ptx and ".entry saxpy_kernel(" in ptx and ptx.rstrip().endswith("}")
    argv = tirx("inspect", artifact, "--show", "argv").stdout.splitlines()
    assert argv[0].startswith("nvcc 1") and argv[1].endswith("/nvcc") and f"--compress-mode={mode}" in argv
    (row,) = [
        line.split() for line in tirx("inspect", artifact).stdout.splitlines() if "saxpy_kernel" in line
    ]
    assert int(row[1]) > 0


def test_a_cubin_has_no_ptx(tirx, tmp_path):
    artifact = tmp_path / "saxpy.tirx"
    assert tirx("compile", SAXPY, "--arch", "sm_90a", "-o", artifact).returncode == 0
    done = tirx("inspect", artifact, "--show", "ptx")
    assert done.returncode == 1 and "CannotInspect" in done.stderr and "tirx lower --show ptx" in done.stderr


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


COPY = """from tirx import script as T

@T.jit
def copy(
    A: T.Tensor((N,), dtype), B: T.Optional[T.Tensor((N,), dtype)], *, N: T.constexpr, dtype: T.constexpr
):
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=1, block=N)):
        i = T.gpu.thread_idx("x")
        A[i] = 0 if B is None else B[i]
"""


def test_compile_time_parameters(tirx, tmp_path):
    (tmp_path / "k.py").write_text(COPY)
    file = tmp_path / "k.py"
    given = ("--specialize", "N=64", "--specialize", "dtype=float16")
    shown = tirx("lower", file, "--show", "source", "--arch", "sm_90a", *given, "--specialize", "B=None")
    assert shown.returncode == 0, shown.stderr
    assert "copy_no_B_N64_dtype_float16" in shown.stdout
    assert tirx("check", file, *given, "-f", "copy_N64_dtype_float16").returncode == 0
    for arguments, kind in (
        ((), "NotSpecialized"),
        (("--specialize", "N=64"), "MissingArgument"),
        (("--specialize", "M=64"), "BadSpecialization"),
        (("--specialize", "N"), "BadSpecialization"),
        (("--specialize", "N=1+"), "UnexpectedToken"),
        ((*given, "--specialize", "B=1"), "BadSpecialization"),
    ):
        refused = tirx("check", file, *arguments)
        assert refused.returncode == 1
        assert f"[{kind}]" in refused.stderr, refused.stderr


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


@pytest.mark.parametrize("k", [2**63 - 1, 2**63, 2**64 - 1])
def test_run_takes_and_prints_every_uint64(tirx, tmp_path, k):
    script = tmp_path / "k.py"
    script.write_text(
        "from tirx import script as T\n\n\n@T.function\ndef f(k: T.uint64) -> T.uint64:\n    return k\n"
    )
    for where in (["--simulate"], ["--target", "cpu"]):
        assert tirx("run", script, *where, "--arg", f"k={k}").stdout.splitlines()[-1] == f"returned {k}"
    assert "is not an integer" in tirx("run", script, "--simulate", "--arg", f"k={2**64}").stderr


def test_run_reports_faults_of_the_kernel(tirx, tmp_path):
    script = tmp_path / "k.py"
    script.write_text(WRONG)
    done = tirx("run", script, "--simulate")
    assert done.returncode == 1
    assert f"{script}:6:9: error: `A[4]`: index 4 is out of bounds" in done.stderr
    assert "block (0, 0, 0), thread (4, 0, 0)" in done.stderr


@pytest.mark.parametrize(
    ("kind", "value", "printed"),
    [("int32", "k * 2", "14"), ("bool", "k > 3", "True"), ("float32", "T.cast(k, 'float32') / 2.0", "3.5")],
)
def test_run_prints_what_a_function_returns(tirx, tmp_path, kind, value, printed):
    script = tmp_path / "k.py"
    script.write_text(
        f"from tirx import script as T\n\n\n@T.function\ndef f(k: T.int32) -> T.{kind}:\n    return {value}\n"
    )
    done = tirx("run", script, "--simulate", "--arg", "k=7")
    assert done.stdout.splitlines()[-1] == f"returned {printed}"


def test_pointers_are_null_from_the_command_line(tirx, tmp_path):
    script = tmp_path / "k.py"
    script.write_text(
        "from tirx import script as T\n\n\n@T.function\n"
        'def f(p: T.handle("float32")) -> T.bool:\n    return T.isnullptr(p)\n'
    )
    assert tirx("run", script, "--simulate", "--arg", "p=None").stdout.splitlines()[-1] == "returned True"
    wrong = tirx("run", script, "--simulate", "--arg", "p=0")
    assert wrong.returncode == 1
    assert "can only be None" in wrong.stderr


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
    np.save(tmp_path / "x.npy", np.asfortranarray(np.zeros((3, 4), np.float32)))
    done = tirx("run", SAXPY, "--simulate", "--arg", f"X={tmp_path}/x.npy", "--arg", "a=3")
    assert done.returncode == 1
    assert "C order" in done.stderr
    (tmp_path / "x.npy").write_bytes(b"not an array")
    done = tirx("run", SAXPY, "--simulate", "--arg", f"X={tmp_path}/x.npy", "--arg", "a=3")
    assert done.returncode == 1
    assert "not a .npy file" in done.stderr


def test_printing_after_one_pass_shows_it_unchanged_or_not(tirx):
    shown = tirx("lower", SAXPY, "--arch", "sm_90a", "--print-after", "tile-dispatch").stdout
    assert "# after tile-dispatch\n" in shown and "def saxpy" in shown
    assert "(unchanged)" in tirx("lower", SAXPY, "--arch", "sm_90a", "--print-after", "all").stdout


def test_backends_stay_out_when_asked(tirx):
    assert "cuda" in tirx("list", "backends").stdout
    done = tirx("list", "backends", TIRX_DEVICE_BACKEND_AUTOLOAD="0")
    assert "cuda" not in done.stdout and "core" in done.stdout


def test_raw_device_code(tirx, tmp_path):
    for form, start in {"ptx": b"//", "cubin": b"\x7fELF", "cu": b"extern"}.items():
        out = tmp_path / f"saxpy.{form}"
        done = tirx("compile", SAXPY, "--arch", "sm_90a", "-o", out)
        assert done.returncode == 0, done.stderr
        assert out.read_bytes().startswith(start)


LISTS = ["backends", "targets", "tags", "namespaces", "passes", "pipelines", "intrinsics"]


@pytest.mark.parametrize("what", LISTS)
def test_lists_by_backend_and_as_json_hold_the_same(tirx, what):
    entries = json.loads(tirx("list", what, "--format", "json").stdout)
    assert {"name", "backend", "origin", "doc"} == set(entries[0])
    owner = None
    for line in tirx("list", what, "--by", "backend").stdout.splitlines():
        if not line.startswith(" "):
            owner = line.split(" (")[0]
            continue
        entry = next(entry for entry in entries if entry["backend"] == owner)
        assert line[2:].startswith(entry["name"] + " ")
        entries.remove(entry)
    assert not entries


def test_lists_say_who_registered_what(tirx):
    assert "cuda (built in)\n  cuda " in tirx("list", "namespaces", "--by", "backend").stdout
    tags = tirx("list", "tags", "--by", "backend").stdout
    assert "trn (built in)\n  aws/trn1/trn1.2xlarge" in tags
    assert tirx("list", "tags", "--by", "owner").returncode == 2
