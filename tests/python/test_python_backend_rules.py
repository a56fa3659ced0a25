# SPDX-License-Identifier: Apache-2.0
"""Python backends keep the loader's rules: threads, re-entrance, the interpreter's end; and what their
functions may do beyond what the example does."""

import shutil
import subprocess

import pytest
from stranger import ROOT, output, package, python

PROGRAM = """
import threading
import numpy as np
import tirx
from tirx import script as T
from tirx.backend import Lanes, Param, Refusal
"""


def kernel(body, size=64):
    """A program that parses a kernel of that many threads; `run(...)` runs it on the simulator."""
    lines = "".join(f"        {line}\n" for line in body.splitlines())
    return (
        "module = tirx.parse('''\nfrom tirx import script as T\n@T.function\n"
        f'def f(A: T.Tensor(({size},), "float32"), B: T.Tensor(({size},), "int32")):\n'
        f"    with T.device_entry(launch=T.gpu.LaunchConfig(grid=1, block={size})):\n"
        f"        i = T.gpu.thread_idx(\"x\")\n{lines}''')\n"
        "def run():\n"
        f"    a, b = np.arange({size}, dtype='float32'), np.zeros({size}, 'int32')\n"
        "    tirx.compile(module, target='board', executor='simulator')['f'](a, b)\n"
        "    return a, b\n"
    )


# ---- the loader's rules


def test_many_threads_load_it_once(tmp_path):
    body = (
        "import time\nran = []\ndef register(r):\n    ran.append(1)\n    r.namespace('b')\n"
        "    time.sleep(0.05)\n    r.target_kind('b')\n"
    )
    text = PROGRAM + (
        "def load():\n    tirx.backend.load('board')\n    assert tirx.Target('b').kind == 'b'\n"
        "threads = [threading.Thread(target=load) for _ in range(8)]\n"
        "for thread in threads: thread.start()\n"
        "for thread in threads: thread.join()\n"
        "import board\nprint(board.ran)\n"
    )
    folder = package(tmp_path / "site", "board", body)
    assert output(text, folder, TIRX_DEVICE_BACKEND_AUTOLOAD="0") == "[1]\n"


def test_threads_compile_and_run_at_once(tmp_path):
    text = PROGRAM + (
        "def register(r):\n"
        "    r.target_kind('board')\n    r.namespace('board')\n"
        "    r.operation('board.twice', params=['x'], returns='first operand', sim=lambda x: 2 * x)\n"
        "tirx.backend.register('board', register)\n" + kernel("A[i] = T.board.twice(A[i])") + "ends = []\n"
        "def work():\n    for _ in range(5): ends.append((run()[0] == 2 * np.arange(64)).all())\n"
        "threads = [threading.Thread(target=work) for _ in range(4)]\n"
        "for thread in threads: thread.start()\n"
        "for thread in threads: thread.join()\n"
        "print(len(ends), all(ends))\n"
    )
    assert output(text, tmp_path) == "20 True\n"


def test_it_may_load_others_and_itself(tmp_path):
    package(tmp_path / "site", "lower", "def register(r): r.namespace('lower')\n")
    body = (
        "import tirx\ndef register(r):\n    r.namespace('board')\n    r.need('lower')\n    r.need('opencl')\n"
        "    tirx.backend.load('board')\n    tirx.backend.load('lower')\n"
    )
    folder = package(tmp_path / "site", "board", body)
    text = (
        "import tirx\ntirx.backend.load('board')\n"
        "print(*(tirx.backend.is_loaded(name) for name in ('board', 'lower', 'opencl', 'cuda')))"
    )
    assert output(text, folder, TIRX_DEVICE_BACKEND_AUTOLOAD="0") == "True True True False\n"


def test_nothing_is_called_when_python_has_ended(tmp_path):
    text = (
        "import atexit\n"
        "def late():\n    try: run()\n"
        "    except tirx.DiagnosticError as error: print(str(error).splitlines()[0])\n"
        "atexit.register(late)\n" + PROGRAM + "def register(r):\n"
        "    r.target_kind('board')\n    r.namespace('board')\n"
        "    r.module_pass('own', lambda module, context: module)\n"
        "    r.pipeline('board', ['own', *r.gpu_passes])\n    r.c_generator('board', {})\n"
        "tirx.backend.register('board', register)\n"
        + kernel("A[i] = 1")
        + "def run(): return tirx.generate_source(module, target='board')\n"
    )
    said = output(text, tmp_path)
    assert said.startswith("error: backend `board`, pass `own`: the Python interpreter has ended")


def test_control_c_in_a_pass(tmp_path):
    text = PROGRAM + (
        "def interrupted(module, context): raise KeyboardInterrupt\n"
        "def register(r):\n    r.target_kind('board')\n    r.module_pass('own', interrupted)\n"
        "    r.pipeline('board', ['own'])\n"
        "tirx.backend.register('board', register)\n"
        + kernel("A[i] = 1")
        + "tirx.generate_source(module, target='board')\n"
    )
    done = python(text, tmp_path)
    assert done.returncode != 0
    assert done.stderr.rstrip().endswith("KeyboardInterrupt")


@pytest.mark.parametrize("wrong", ["3, lambda r: None", "'b', 3"])
def test_wrong_arguments(tmp_path, wrong):
    done = python(f"import tirx\ntirx.backend.register({wrong})", tmp_path)
    assert done.stderr.splitlines()[-1].startswith("TypeError: ")


def test_what_a_function_builds_stands_where_it_is_called(tmp_path):
    text = PROGRAM + (
        "def register(r):\n    r.namespace('board')\n"
        "    r.namespace_function('board.curve', lambda x: -T.exp(x) * 2)\n"
        "tirx.backend.register('board', register)\n"
        + kernel("A[i] = T.board.curve(A[i])")
        + "from tirx import ir\n"
        "exprs = [node for node in ir.nodes(module) if isinstance(node, ir.Expr)]\n"
        "made = [node for node in exprs if node.dtype == 'float32']\n"
        "print(len(made), {node.span.line for node in made if node.span})\n"
    )
    assert output(text, tmp_path) == "5 {7}\n"


# ---- a code generator of its own

GENERATOR = """
def generate(functions, target):
    '''A list of operations, one to a line.'''
    from tirx import ir
    lines, spans = [f"; for {target.kind}"], [None]
    for function in functions:
        for node in ir.nodes(function.body):
            if type(node).__name__ == "TensorStore":
                lines.append(f"store {node.tensor.name}")
                spans.append(node.span)
    return "\\n".join(lines) + "\\n", spans

def register(r):
    r.target_kind("board")
    r.pipeline("board", r.gpu_passes)
    r.generator("board", generate)

tirx.backend.register("board", register)
"""


def test_a_generator_that_walks_the_program(tmp_path):
    text = PROGRAM + GENERATOR + kernel("A[i] = 1\nB[i] = 2")
    text += "print(tirx.generate_source(module, target='board'), end='')"
    assert output(text, tmp_path) == "; for board\nstore A\nstore B\n"


# ---- limits of launches

LIMITS = """
def register(r):
    r.target_kind("board", launch_most={"blockIdx.x": 8, "threadIdx.x": 16})

tirx.backend.register("board", register)
"""
LAUNCHED = """
module = tirx.parse('''
from tirx import script as T

@T.function
def kernel(n: T.int64, A: T.Tensor((8,), "int32")):
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=n, block=BLOCK)):
        A[T.gpu.block_idx("x")] = 1
'''.replace("BLOCK", "{block}"))
"""
REFUSED = """
try:
    tirx.compile(module, target="board", executor="simulator")({n}, np.zeros(8, "int32"))
    print("ran")
except (RuntimeError, ValueError, tirx.DiagnosticError) as error:
    print(str(error).splitlines()[0])
"""


@pytest.mark.parametrize(
    ("block", "n", "said"),
    [
        (16, 8, "ran"),
        (16, 9, "kernel `kernel_kernel`: grid dimension x is 9; the limit is 8"),
        (17, 8, "`block.x` is 17"),
    ],
)
def test_a_kind_limits_launches(tmp_path, block, n, said):
    text = PROGRAM + LIMITS + LAUNCHED.format(block=block) + REFUSED.format(n=n)
    assert said in output(text, tmp_path)


def test_a_limit_is_positive(tmp_path):
    text = PROGRAM + LIMITS.replace('"blockIdx.x": 8', '"blockIdx.x": 0')
    text = text.replace('tirx.backend.register("board", register)', "")
    text += (
        "try:\n    tirx.backend.register('board', register)\nexcept Exception as error:\n    print(error)\n"
    )
    assert "`launch_most` of 'blockIdx.x' is 0; it must be positive" in output(text, tmp_path)


# ---- semantics on the simulator

LANES = """
def exchange(lanes, address, value):
    before = lanes.read(address, "float32")
    lanes.write(address, value, "float32")
    return before

def mark(lanes, value):
    assert lanes.mask.any() and lanes.block_dim == (64, 1, 1) and lanes.grid_dim == (1, 1, 1)
    return np.where(lanes.mask, lanes.thread + value, 0)

def positive(lanes, value):
    if (lanes.mask & (value <= 0)).any():
        lanes.trap(lanes.mask & (value <= 0), "it takes positive numbers")
    return value

def register(r):
    r.target_kind("board")
    r.namespace("board", "A board.")
    address = Param("element", "element", types=["float32"])
    r.operation("board.exchange", params=[address, "value"], returns="element", effect="update", sim=exchange)
    r.operation("board.mark", params=["value"], returns="int32", effect="thread", sim=mark)
    r.operation("board.positive", params=["x"], returns="first operand", effect="thread", sim=positive)
    r.operation(
        "board.select",
        params=[
            "x",
            Param("which", "str", choices=["low", "high"], default="low"),
            Param("on", "bool", default=True),
        ],
        returns=lambda arguments, attrs: arguments[0].dtype,
        sim=lambda x, which, on: np.minimum(x, 7) if which == "low" and on else np.maximum(x, 7),
    )

tirx.backend.register("board", register)
"""


def simulated(body, tmp_path, then="print(*map(list, map(np.ndarray.tolist, run())))"):
    return python(PROGRAM + LANES + kernel(body) + then, tmp_path)


def test_semantics_that_reach_memory(tmp_path):
    done = simulated("old = T.board.exchange(A[i], 5.0)\nB[i] = T.int32(old)", tmp_path)
    assert done.stdout == f"{[5.0] * 64} {list(range(64))}\n", done.stderr


def test_memory_is_checked(tmp_path):
    done = simulated("T.board.exchange(A[i + 1], 5.0)", tmp_path)
    assert done.returncode == 1 and "A[64]" in done.stderr


def test_semantics_see_their_threads(tmp_path):
    done = simulated("if i < 40:\n    B[i] = T.board.mark(2)", tmp_path, "print(run()[1].tolist())")
    assert done.stdout == f"{[i + 2 if i < 40 else 0 for i in range(64)]}\n", done.stderr


def test_semantics_may_stop_the_kernel(tmp_path):
    done = simulated("A[i] = T.board.positive(A[i])", tmp_path)
    assert done.returncode == 1 and "it takes positive numbers" in done.stderr


def test_attributes_and_a_type_rule(tmp_path):
    body = 'A[i] = T.board.select(A[i])\nB[i] = T.board.select(i, "high") + T.board.select(i, on=False)'
    done = simulated(body, tmp_path)
    low, high = [float(min(i, 7)) for i in range(64)], [2 * max(i, 7) for i in range(64)]
    assert done.stdout == f"{low} {high}\n", done.stderr


def test_semantics_in_cpp(build_dir, tmp_path):
    """A C++ function of a shared library, by its address."""
    import tvm_ffi

    compiler = shutil.which("c++") or pytest.skip("there is no C++ compiler")
    source, library = tmp_path / "answer.cc", tmp_path / "answer.so"
    source.write_text(
        '#include "sim/op_context.h"\n'
        'extern "C" void Answer(tirx::sim::OpContext& ctx) {\n'
        "  for (int lane = 0; lane < ctx.lanes(); ++lane) ctx.Result<int32_t>()[lane] = 42;\n}\n"
    )
    includes = [f"-I{ROOT}/src", *(f"-I{path}" for path in tvm_ffi.libinfo.include_paths())]
    subprocess.run(
        [compiler, "-std=c++20", "-shared", "-fPIC", *includes, str(source), "-o", str(library)], check=True
    )
    text = PROGRAM + (
        f"import ctypes\nlibrary = ctypes.CDLL({str(library)!r})\n"
        "def register(r):\n    r.target_kind('board')\n    r.namespace('board')\n"
        "    r.operation('board.answer', returns='int32', sim=library.Answer)\n"
        "tirx.backend.register('board', register)\n"
        + kernel("B[i] = T.board.answer()")
        + "print(run()[1].tolist())"
    )
    assert output(text, tmp_path) == f"{[42] * 64}\n"
