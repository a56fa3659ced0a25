# SPDX-License-Identifier: Apache-2.0
"""Every verb with input that is no script: what it says, and that it fails in no other way. Usage errors."""

import json
import os
import pty
import subprocess
from pathlib import Path

import pytest

SAXPY = (Path(__file__).resolve().parents[2] / "examples/saxpy.py").read_text()
WRONG = SAXPY.replace("a * X[i]", "a * Z[i]")

# Contents, and what `tirx check` says (nothing: the script is fine).
CONTENTS = {
    "empty": (b"", "NoFunctions"),
    "comment": (b"# nothing here\n", "NoFunctions"),
    "binary": (bytes(range(256)) * 8, "NotText"),
    "zeros": (b"\0" * 1000, "BadCharacter"),
    "latin1": (SAXPY.encode() + b"# caf\xe9\n", "NotText"),
    "crlf": (SAXPY.replace("\n", "\r\n").encode(), None),
    "bom": (b"\xef\xbb\xbf" + SAXPY.encode(), None),
    "tabs": (SAXPY.replace("    ", "\t").encode(), None),
    "no_newline": (SAXPY.rstrip().encode(), None),
    "huge_line": (SAXPY.encode() + b"x = '" + b"a" * 1_000_000 + b"' y z\n", "UnexpectedToken"),
    "deep": (SAXPY.encode() + b"x = " + b"(" * 5000 + b"1" + b")" * 5000 + b"\n", "NestingTooDeep"),
}
VERBS = {
    "check": ["check", "{}"],
    "lower": ["lower", "{}", "--arch", "sm_90a"],
    "compile": ["compile", "{}", "--arch", "sm_90a", "-o", "{}.tirx"],
    "run": ["run", "{}", "--simulate", "--arg", "a=1", "--arg", "n=8"],
    "inspect": ["inspect", "{}"],
}


def run(tirx_cli, *arguments, **environment):
    env = {**os.environ, **environment}
    return subprocess.run(
        [tirx_cli, *map(str, arguments)], check=False, capture_output=True, env=env, timeout=60
    )


def outcome(tirx_cli, verb, path):
    """The kinds that a verb reports; also checks its JSON and that text and JSON agree."""
    arguments = [part.format(path) for part in VERBS[verb]]
    text, found = run(tirx_cli, *arguments), run(tirx_cli, *arguments, "--diagnostics=json")
    assert text.returncode == found.returncode, text.stderr
    assert text.returncode in (0, 1), text.stderr
    assert max(map(len, text.stderr.split(b"\n"))) < 1000
    if text.returncode == 0:
        return []
    kinds = [d["kind"] for d in json.loads(found.stdout.decode())]
    assert all(f"[{kind}]".encode() in text.stderr for kind in kinds)
    assert not found.stderr
    return kinds


@pytest.mark.parametrize("name", CONTENTS)
@pytest.mark.parametrize("verb", ["check", "lower", "run"])
def test_contents(tirx_cli, tmp_path, verb, name):
    content, kind = CONTENTS[name]
    path = tmp_path / f"{name}.py"
    path.write_bytes(content)
    assert outcome(tirx_cli, verb, path) == ([kind] if kind else [])


@pytest.mark.parametrize("verb", VERBS)
def test_files_that_cannot_be_read(tirx_cli, tmp_path, verb):
    assert outcome(tirx_cli, verb, tmp_path / "none.py") == ["CannotRead"]
    assert outcome(tirx_cli, verb, tmp_path) == ["CannotRead"]
    assert outcome(tirx_cli, verb, tmp_path / ("x" * 300)) == ["CannotRead"]


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
@pytest.mark.parametrize("verb", VERBS)
def test_files_without_permission(tirx_cli, tmp_path, verb):
    path = tmp_path / "k.py"
    path.write_text(SAXPY)
    path.chmod(0)
    assert outcome(tirx_cli, verb, path) == ["CannotRead"]


@pytest.mark.parametrize("name", CONTENTS)
def test_inspecting_what_is_no_artifact(tirx_cli, tmp_path, name):
    (tmp_path / "a.tirx").write_bytes(CONTENTS[name][0])
    assert outcome(tirx_cli, "inspect", tmp_path / "a.tirx") == ["BadArtifact"]


def test_line_numbers_do_not_depend_on_line_ends(tirx_cli, tmp_path):
    places = []
    for name, text in {"lf": WRONG, "crlf": WRONG.replace("\n", "\r\n"), "bom": "\ufeff" + WRONG}.items():
        path = tmp_path / f"{name}.py"
        path.write_bytes(text.encode())
        (found,) = json.loads(run(tirx_cli, "check", path, "--diagnostics=json").stdout)
        places.append((found["line"], found["column"], found["kind"]))
        assert b"\r" not in run(tirx_cli, "check", path).stderr
    assert len(set(places)) == 1


def test_carets_stand_below_characters(tirx_cli, tmp_path):
    path = tmp_path / "k.py"
    path.write_text('from tirx import script as T\nx = "äöü€𝄞", wrong wrong\n', encoding="utf-8")
    lines = run(tirx_cli, "check", path).stderr.decode().splitlines()
    assert lines[1].index("wrong wrong") + len("wrong ") == lines[2].index("^")


def test_several_files(tirx_cli, tmp_path):
    good, bad = tmp_path / "good.py", tmp_path / "bad.py"
    good.write_text(SAXPY)
    bad.write_text(WRONG)
    done = run(tirx_cli, "check", good, bad, good)
    assert done.returncode == 1
    assert done.stdout.decode().count("no errors") == 2
    assert done.stderr.decode().count("[UnknownName]") == 1
    assert len(json.loads(run(tirx_cli, "check", bad, good, bad, "--diagnostics=json").stdout)) == 2


# ---- wrong usage ----

USAGE = [
    (["chekc", "k.py"], "no verb `chekc`; there is `compile`", "did you mean `check`?"),
    (["frobnicate"], "no verb `frobnicate`", "or `list`"),
    ([], "a verb is missing", "`inspect`"),
    (["check"], "tirx check: ", "FILE"),
    (["check", "k.py", "--diagnostic=json"], "no option `--diagnostic`", "did you mean `--diagnostics`?"),
    (["check", "k.py", "--diagnostics=jsn"], "`jsn` is not `text` or `json`", "did you mean `json`?"),
    (["lower", "k.py", "--sohw", "ir"], "no option `--sohw`", "did you mean `--show`?"),
    (["lower", "k.py", "--show", "sorce"], "`sorce` is not `ir`, `source`, `host`", "did you mean `source`?"),
    (["lower", "k.py", "l.py"], "`l.py` is one argument too many", "see tirx lower --help"),
    (["list", "intrinsic"], "`intrinsic` is not `backends`", "did you mean `intrinsics`?"),
    (["inspect", "a.tirx", "--show", "sas"], "`sas` is not", "did you mean `sass`?"),
    (["run", "k.py", "--simulat"], "no option `--simulat`", "did you mean `--simulate`?"),
    (["compile", "k.py"], "tirx compile: ", "--output"),
]


@pytest.mark.parametrize(
    ("arguments", "said", "advice"), USAGE, ids=[" ".join(u[0]) or "nothing" for u in USAGE]
)
def test_wrong_usage_is_2_and_suggests(tirx_cli, arguments, said, advice):
    done = run(tirx_cli, *arguments)
    text = done.stderr.decode()
    assert (done.returncode, done.stdout) == (2, b"")
    assert said in text and advice in text
    assert text.splitlines()[-1].startswith("see tirx")
    assert len(text.splitlines()) <= 3


NAMES = [
    (["lower", "{}", "--arch", "sm_90a", "-f", "saxpi"], "NoSuchFunction", "`saxpy`"),
    (
        ["lower", "{}", "--arch", "sm_90a", "--print-after", "flaten-tensors"],
        "UnknownPass",
        "`flatten-tensors`",
    ),
    (["lower", "{}", "--target", "cudda"], "UnknownTargetKind", "`cuda`"),
    (["lower", "{}", "--target", '{"kind": "cuda", "arhc": "sm_90a"}'], "UnknownTargetAttr", "`arch`"),
    (["lower", "{}", "--target", "nvidia/nvidia-h1000"], "BadTarget", "`nvidia/nvidia-h100`"),
]


@pytest.mark.parametrize(("arguments", "kind", "close"), NAMES, ids=[n[1] for n in NAMES])
def test_misspelt_names_are_suggested(tirx_cli, tmp_path, arguments, kind, close):
    path = tmp_path / "k.py"
    path.write_text(SAXPY)
    given = [part.replace("{}", str(path)) if part == "{}" else part for part in arguments]
    done = run(tirx_cli, *given)
    assert done.returncode == 1
    assert f"[{kind}]" in done.stderr.decode()
    assert f"did you mean {close}?" in done.stderr.decode()


# ---- colours ----


def on_a_terminal(command, **environment):
    """What a command prints to a terminal."""
    ours, theirs = pty.openpty()
    env = {k: v for k, v in os.environ.items() if k != "NO_COLOR"} | {"TERM": "xterm"} | environment
    subprocess.run(command, check=False, stdout=theirs, stderr=theirs, env=env, timeout=60)
    os.close(theirs)
    text = b""
    try:
        while block := os.read(ours, 65536):
            text += block
    except OSError:  # Linux: the other end is closed
        pass
    os.close(ours)
    return text.decode()


def test_colours_are_for_terminals(tirx_cli, tmp_path):
    path = tmp_path / "k.py"
    path.write_text(WRONG)
    command = [tirx_cli, "check", str(path)]
    assert "\033[1;31merror:\033[0m" in on_a_terminal(command)
    assert "\033" not in on_a_terminal(command, NO_COLOR="1")
    assert "\033" not in on_a_terminal(command, TERM="dumb")
    assert "\033[1;31m" in on_a_terminal(command, NO_COLOR="")
    assert b"\033" not in run(tirx_cli, "check", path).stderr


def test_outputs_are_looked_at_before_the_work(tirx_cli, tmp_path):
    script = tmp_path / "saxpy.py"
    script.write_text(SAXPY)
    compiled = ["compile", script, "--arch", "sm_90a", "-o"]
    unknown = run(tirx_cli, *compiled, tmp_path / "k.cpp")
    assert unknown.returncode == 1 and b"its name must end in `.tirx`, `.so`" in unknown.stderr
    nowhere = run(tirx_cli, *compiled, tmp_path / "none/k.tirx", CUDA_HOME=str(tmp_path / "no_cuda"))
    assert nowhere.returncode == 1 and b"[CannotWrite]" in nowhere.stderr
    simulated = ["run", script, "--simulate", "--arg", "a=1", "--arg", "n=8", "--out"]
    for out, said in (("Z=z.npy", b"no tensor of this name"), (f"Y={tmp_path}/none/y.npy", b"[CannotWrite]")):
        done = run(tirx_cli, *simulated, out)
        assert done.returncode == 1 and said in done.stderr and b"ran in" not in done.stdout


def test_output_goes_into_devices(tirx_cli, tmp_path):
    script = tmp_path / "saxpy.py"
    script.write_text(SAXPY)
    for device, code in (("/dev/null", 0), ("/dev/full", 1)):
        done = run(tirx_cli, "compile", script, "--arch", "sm_90a", "-o", device)
        assert done.returncode == code, done.stderr
        assert Path(device).is_char_device()
