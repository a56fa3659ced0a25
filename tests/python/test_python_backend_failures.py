# SPDX-License-Identifier: Apache-2.0
"""What is said of Python backends that fail: while they register, and in each function that they gave."""

import pytest
from stranger import output, package, python

# A backend that does nothing wrong; tests put one thing in.
BASE = """
import tirx
from tirx import script as T
from tirx.backend import Attr, Param, Refusal

def boom(*arguments, **named):
    raise ValueError("out of order")

def identity(module, context):
    return module

def generate(functions, target):
    return "text of " + ", ".join(str(f.name) for f in functions) + "\\n"

def register(registrar):
    registrar.namespace("board", "A board.")
    registrar.target_kind("board", attrs=["arch"], check={check})
    registrar.config_schema({schema})
    registrar.detector("board", {detect})
    registrar.operation("board.op", params=["x"], returns={returns}, sim={sim}, emit="op({{0}})")
    registrar.namespace_function("board.function", {function})
    registrar.module_pass("board-pass", {run})
    registrar.pipeline("board", ["board-pass", *registrar.gpu_passes])
    registrar.generator("board", {generate})
    registrar.toolchain("board", {build}, launch={launch})
"""
GOOD = {
    "check": "lambda attrs: None",
    "schema": "lambda part: None",
    "detect": "lambda number: 'board'",
    "returns": "'first operand'",
    "sim": "lambda x: x",
    "function": "lambda x: x",
    "run": "identity",
    "generate": "generate",
    "build": "lambda text, config: ('text', text.encode())",
    "launch": "lambda *arguments: None",
}

PROGRAM = """
import numpy as np
import tirx
from tirx import script as T

def f(n):
    return tirx.parse('''
from tirx import script as T
@T.function
def f(A: T.Tensor((4,), "float32")):
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=1, block=4)):
        i = T.gpu.thread_idx("x")
        A[i] = T.board.function(T.board.op(A[i]))
''')

def said(action):
    try:
        action()
    except tirx.TirxError as error:
        return error
    except RuntimeError as error:
        return error
    return "nothing is wrong"

def simulate():
    tirx.compile(f(4), target="board", executor="simulator")["f"](np.zeros(4, "float32"))

def launch():
    tirx.compile(f(4), target="board", executor="device")["f"](np.zeros(4, "float32"))
"""
SIMULATE = "simulate()"
SOURCE = "tirx.generate_source(f(4), target='board')"
LAUNCH = "launch()"


@pytest.fixture
def installed(tmp_path):
    def install(**parts):
        return package(tmp_path / "site", "board", BASE.format(**{**GOOD, **parts}))

    return install


@pytest.mark.parametrize("action", [SIMULATE, SOURCE, LAUNCH])
def test_without_a_mistake_all_is_well(installed, action):
    text = PROGRAM + f"print(said(lambda: {action}))"
    assert output(text, installed()) == "nothing is wrong\n"


@pytest.mark.parametrize(
    "part, action, what",
    [
        ("check", "tirx.Target('board')", "the check of target kind `board`"),
        (
            "schema",
            "tirx.backend.config.copy_backend_config({'board': {}})",
            "the check of its configuration",
        ),
        ("detect", "tirx.target.detect_target_from_device('board')", "the detector of `board`"),
        ("returns", "f(4)", "the type rule of `T.board.op`"),
        ("function", "f(4)", "the function `T.board.function`"),
        ("run", SOURCE, "pass `board-pass`"),
        ("generate", SOURCE, "the code generator of `board`"),
        ("sim", SIMULATE, "the simulator's function of `T.board.op`"),
        ("build", LAUNCH, "the toolchain of `board`"),
        ("launch", LAUNCH, "the launcher of `board`"),
    ],
)
def test_an_exception_names_backend_and_function_and_keeps_the_traceback(installed, part, action, what):
    text = output(PROGRAM + f"print(said(lambda: {action}))", installed(**{part: "boom"}))
    assert f"backend `board`: {what} raised ValueError: out of order" in text and "[BackendRaised]" in text
    assert 'board.py", line 7, in boom\n' in text
    assert "tirx/backend/_" not in text  # of tirx's own code there is nothing


@pytest.mark.parametrize(
    "part, gives, action, says",
    [
        ("run", "None", SOURCE, "TypeError: what a pass returns is an IRModule, not NoneType"),
        ("generate", "3", SOURCE, "TypeError: what a generator returns is a string, not int"),
        ("sim", "None", SIMULATE, "TypeError: it returned None, and the operation gives float32"),
        ("sim", "[1, 2]", SIMULATE, "ValueError: there are 32 lanes, and the function gave shape (2,)"),
        ("returns", "'floot'", "f(4)", "the type rule of `T.board.op`: it gave 'floot', which is not a data"),
        ("build", "b''", LAUNCH, "TypeError: what a toolchain returns is (format, bytes), not bytes"),
        ("build", "('text', 'text')", LAUNCH, "TypeError: the binary is bytes, not str"),
        ("detect", "3", "tirx.target.detect_target_from_device('board')", "TypeError: a target is a string"),
        ("function", "open", "f(4)", "a Python object is not a value"),
    ],
)
def test_a_value_of_another_type_is_said(installed, part, gives, action, says):
    folder = installed(**{part: f"lambda *arguments: {gives}"})
    assert says in output(PROGRAM + f"print(said(lambda: {action}))", folder)


def test_a_toolchain_that_launches_nothing(installed):
    text = output(PROGRAM + "print(said(launch))", installed(launch="None"))
    assert "no loader for device modules of kind `board`" in text


# ---- registration

BEFORE = (
    "import tirx\nfrom tirx import _native, script as T\n"
    "def everything():\n"
    "    names = ['targets', 'tags', 'passes', 'intrinsics', 'backends', 'pipelines']\n"
    "    return [str(_native.function(name)()) for name in names] + [sorted(dir(T))]\n"
)


@pytest.mark.parametrize(
    "body, says",
    [
        ("raise OSError('no board')", "before its first row: OSError: no board; nothing of it is left"),
        (
            "r.namespace('b'); r.target_kind('board'); 1 / 0",
            "after row `board` of table `targets`: ZeroDivisionError: division by zero",
        ),
        ("r.tag('b/x', {'kind': 'board'})", "registers `b/x` in table `tags`: unknown target `board`"),
        ("r.operation('a.b', returns='int32')", "`a` is not a namespace that the backend declares"),
        ("r.target_kind('cuda')", "registers `cuda` in table `targets`, which backend `cuda` already has"),
        ("r.target_kind('b'); r.pipeline('b', ['nonesuch'])", "there is no pass `nonesuch`"),
        ("r.need('nonesuch')", "after row `b` of table `namespaces`: RuntimeError: "),
        ("r.target_kind(3)", "TypeError: `name` is a string, not int"),
        ("r.target_kind('b', attrs=[3])", "TypeError: an attribute is an Attr or a string, not int"),
        ("r.operation('b.c', returns='floot')", "ValueError: `returns` is a dtype, a function, or one of"),
        ("r.operation('b.c', returns='int32', effect='mixed')", "ValueError: `effect` is one of pure, "),
        (
            "r.operation('b.c', params=[Param('x', types=['int'])], returns='int32')",
            "'int' is not a data type",
        ),
        (
            "r.operation('b.c', params=[Param('n', 'int', default='x')], returns='int32')",
            "TypeError: a parameter of kind 'int' has no default like 'x'",
        ),
        ("r.operation('b.c', params=['x'] * 9, returns='int32')", "at most 8 parameters, not 9"),
        ("r.namespace_function('b.c', 3)", "TypeError: a function is wanted, not int"),
        ("r.c_generator('b', {'kinds': {}})", "ValueError: a dialect has no 'kinds'; it has types, "),
        ("r.c_generator('b', {'types': {'int32': 3}})", "TypeError: "),
        (
            "r.c_generator('b', {'types': {'int': 'int'}})",
            "`type` of 'types': 'int' is not a data type",
        ),
        ("r.generator('b', lambda f, t: '')", "there is no target kind `b`"),
        ("raise SystemExit(3)", "SystemExit: 3"),
    ],
)
def test_a_registration_that_fails_warns_and_changes_nothing(tmp_path, body, says):
    steps = body if body.startswith("r.namespace") or "need" not in body else f"r.namespace('b'); {body}"
    source = f"from tirx.backend import Param\ndef register(r):\n    {steps}\n"
    folder = package(tmp_path / "site", "board", source)
    done = python(BEFORE + "print(everything())", folder)
    alone = python(BEFORE + "print(everything())", tmp_path)
    assert done.returncode == 0, done.stderr
    assert "RuntimeWarning: backend `board` of package tirx_board is left out: " in done.stderr
    assert says in done.stderr
    assert done.stdout == alone.stdout


def test_a_second_load_starts_afresh(tmp_path):
    source = (
        "import os\ndef register(r):\n    r.namespace('b', 'A board.')\n    r.target_kind('b')\n"
        "    if 'BOARD' not in os.environ: raise OSError('no board')\n"
    )
    text = (
        "import os, tirx\n"
        "try: tirx.backend.load('board')\n"
        "except tirx.DiagnosticError as error: print(error)\n"
        "os.environ['BOARD'] = '1'\ntirx.backend.load('board')\nprint(tirx.Target('b'))\n"
    )
    folder = package(tmp_path / "site", "board", source)
    first, *_, last = output(text, folder, TIRX_DEVICE_BACKEND_AUTOLOAD="0").splitlines()
    assert "after row `b` of table `targets`: OSError: no board" in first
    assert '"kind":"b"' in last


def test_two_of_one_name(tmp_path):
    source = "def register(r):\n    r.namespace('b')\n"
    first = package(tmp_path / "first", "one", source, name="board")
    second = package(tmp_path / "second", "two", source, name="board")
    (second / "tirx_board-1.0.dist-info").rename(second / "tirx_other-1.0.dist-info")
    metadata = second / "tirx_other-1.0.dist-info/METADATA"
    metadata.write_text(metadata.read_text().replace("tirx_board", "tirx_other"))
    done = python("import tirx; print(tirx.backend.is_loaded('board'))", first, second)
    assert done.stdout == "True\n"
    assert "two backends are named `board`: that of `package tirx_" in done.stderr
    for path in (first / "one.py", second / "two.py"):
        assert f"{path}`" in done.stderr


def test_the_name_of_a_built_in_one(tmp_path):
    folder = package(tmp_path / "site", "mine", "def register(r): r.namespace('b')\n", name="cuda")
    done = python("import tirx; tirx.Target('cuda')", folder)
    assert done.returncode == 0
    assert "two backends are named `cuda`" in done.stderr and "that of `built in`" in done.stderr


def test_a_registrar_that_was_kept(tmp_path):
    text = (
        "import tirx\nkept = []\ntirx.backend.register('b', kept.append)\n"
        "try: kept[0].namespace('b')\nexcept RuntimeError as error: print(error)\n"
    )
    assert output(text, tmp_path) == "the registration of backend `b` has ended\n"
