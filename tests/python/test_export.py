# SPDX-License-Identifier: Apache-2.0
"""Exported libraries: what is in the files, and that programs without tirx's compiler load and call them."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import tirx
from fake_driver import run_with_fake_driver
from tirx import script as T

ROOT = Path(__file__).resolve().parents[2]
EXAMPLES = ROOT / "examples"

# What a process has that never imports tirx.
RUNTIME_ALONE = """
import ctypes, os, sys
import numpy as np, tvm_ffi
def load(path):
    return tvm_ffi.load_module(str(path))
def runtime():
    ctypes.CDLL(os.environ["TIRX_LIBRARY_PATH"] + "/libtirx_runtime.so", ctypes.RTLD_GLOBAL)
def empty(shape, dtype, device="cuda:0"):
    make = tvm_ffi.get_global_func("tirx.runtime.empty")
    return make(tvm_ffi.Shape(shape), None, tvm_ffi.dtype(dtype), tvm_ffi.device(device))
def attempt(call, *arguments):
    try:
        return call(*arguments)
    except Exception as error:
        print(type(error).__name__, str(error).splitlines()[0])
"""


def build(example, arch="sm_90a", **options):
    return tirx.compile(tirx.parse_file(EXAMPLES / f"{example}.py"), arch=arch, **options)


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("export")


@pytest.fixture(scope="module")
def saxpy(folder):
    path = folder / "saxpy.so"
    build("saxpy").export_library(path)
    return path


def run(program, **environment):
    """A process without tirx; what it printed."""
    done = subprocess.run(
        [sys.executable, "-c", RUNTIME_ALONE + program],
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout.splitlines()


def run_on_fake_device(build_dir, program, setup=""):
    return run_with_fake_driver(build_dir, [sys.executable, "-c", RUNTIME_ALONE + program], setup)


def tool(*command):
    done = subprocess.run([str(part) for part in command], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def defined_symbols(path):
    return sorted(line.split()[-1] for line in tool("nm", "-D", "--defined-only", path).splitlines())


# --- the files ---


def test_symbols_are_entry_points_and_what_tvm_ffi_looks_up(saxpy, folder):
    library = [f"__tvm_ffi__library_{name}" for name in ("bin", "ctx", "functions")]
    assert defined_symbols(saxpy) == [*library, "__tvm_ffi_saxpy"]
    build("two_entries").export_library(folder / "two.so")
    entries = [name for name in defined_symbols(folder / "two.so") if name not in library]
    assert entries == sorted(f"__tvm_ffi_{name}" for name in build("two_entries").functions)


def test_nothing_of_this_machine_is_inside(saxpy, folder):
    dynamic = tool("readelf", "-d", saxpy)
    assert "PATH" not in dynamic
    assert set(re.findall(r"NEEDED.*\[(.*)\]", dynamic)) <= {"libm.so.6", "libc.so.6"}
    data = saxpy.read_bytes()
    for trace in (b"/tmp", b"/work", str(ROOT).encode(), str(folder).encode()):
        assert trace not in data
    undefined = re.findall(r" U (\w+)", tool("nm", "-D", "--undefined-only", saxpy))
    assert not [name for name in undefined if name.startswith(("cu", "nv"))]


@pytest.mark.parametrize("suffix", [".so", ".o", ".a", ".c"])
def test_exports_are_the_same_bytes_wherever_they_are_made(suffix, tmp_path, monkeypatch):
    executable = build("saxpy")
    written = []
    for name in ("one", "another/folder"):
        (tmp_path / name).mkdir(parents=True)
        monkeypatch.chdir(tmp_path / name)
        monkeypatch.setenv("TMPDIR", str(tmp_path / name))
        executable.export_library(f"{len(name)}{suffix}")
        assert [path.name for path in Path().iterdir()] == [f"{len(name)}{suffix}"], "nothing else is left"
        written.append(Path(f"{len(name)}{suffix}").read_bytes())
    assert written[0] == written[1]


def test_c_is_built_by_any_compiler(folder, build_dir):
    build("saxpy").export_library(folder / "text.c")
    head = (folder / "text.c").read_text()[:400]
    command = re.search(r"// Build: cc (.*?);", head).group(1).replace("THIS.c", str(folder / "text.c"))
    compilers = [compiler for compiler in ("gcc", "clang") if shutil.which(compiler)]
    assert compilers
    for number, compiler in enumerate(compilers):
        library = folder / f"text{number}.so"
        tool(compiler, *command.split(), "-Wall", "-Werror", "-o", library)
        program = f"""
runtime()
load({str(library)!r})["saxpy"](empty((500,), "float32"), empty((500,), "float32"), 1.0)
"""
        (launch,) = run_on_fake_device(build_dir, program, "arguments=8:8:4:4")
        assert " grid=(2,1,1) block=(256,1,1) " in launch


# --- loading and calling ---


def test_a_library_that_is_exported_again_is_loaded_again(tmp_path):
    def adder(step):
        @T.function
        def add(x: T.int64) -> T.int64:
            return x + step

        return tirx.compile(add, target="cpu")

    loaded = []
    for step in range(5):
        adder(step).export_library(tmp_path / "add.so")
        loaded += [tirx.load_module(tmp_path / "add.so"), tirx.load_module(tmp_path / "add.so")]
    assert [library(10) for library in loaded] == [10, 10, 11, 11, 12, 12, 13, 13, 14, 14]


def test_loads_without_a_driver_and_says_so_at_the_call(saxpy):
    program = f"""
runtime()
saxpy = load({str(saxpy)!r})["saxpy"]
x = np.zeros(4, "float32")
attempt(saxpy, x, x, 1.0)
"""
    (line,) = run(program)
    assert line.startswith("RuntimeError this executable needs a CUDA device, and ")


def test_says_which_loader_is_missing_without_the_runtime(saxpy):
    (line,) = run(f"attempt(load, {str(saxpy)!r})")
    assert "ffi.Module.load_from_bytes.cuda" in line


def test_a_launch_reaches_the_driver(saxpy, build_dir):
    program = f"""
runtime()
saxpy = load({str(saxpy)!r})["saxpy"]
x, y = empty((1000,), "float32"), empty((1000,), "float32")
print(hex(x.data_ptr()), hex(y.data_ptr()))
saxpy(x, y, 2.0)
attempt(saxpy, x, empty((1001,), "float32"), 2.0)
attempt(saxpy, x, y, "two")
"""
    addresses, launch, *errors = run_on_fake_device(build_dir, program, "arguments=8:8:4:4")
    kernel, grid, block, shared, *arguments = launch.split()
    assert kernel.startswith("saxpy")
    assert (grid, block, shared) == ("grid=(4,1,1)", "block=(256,1,1)", "shared=0")
    assert sorted(arguments) == sorted([*addresses.split(), hex(1000), "0x40000000"])
    assert len(errors) == 2
    assert errors[0].startswith("ValueError ") and "1001" in errors[0]
    assert errors[1].startswith("TypeError ") and "#2" in errors[1]


def test_clusters_reach_the_driver(folder, build_dir):
    build("cluster_sum").export_library(folder / "cluster.so")
    program = f"""
runtime()
load({str(folder / "cluster.so")!r})["cluster_sum"](empty((6, 2048), "float32"), empty((6,), "float32"))
"""
    (launch,) = run_on_fake_device(build_dir, program, "arguments=8:8")
    assert " grid=(4,6,1) block=(128,1,1) cluster=(4,1,1) " in launch


def test_libraries_with_equal_kernel_names_coexist(tmp_path, build_dir):
    for factor in (2, 3):
        text = f"""
from tirx import script as T
@T.function
def f(A: T.Tensor((8,), "float32"), n: T.int32):
    with T.device_entry(launch=T.gpu.LaunchConfig(grid={factor}, block=8)):
        A[T.gpu.thread_idx("x")] = T.cast(n * {factor}, "float32")
"""
        tirx.compile(tirx.parse(text), arch="sm_90a").export_library(tmp_path / f"{factor}.so")
    program = f"""
runtime()
a = empty((8,), "float32")
two, three = load({str(tmp_path / "2.so")!r}), load({str(tmp_path / "3.so")!r})
for library in (two, three, two):
    library["f"](a, 5)
"""
    launches = run_on_fake_device(build_dir, program, "arguments=8:4")
    assert [line.split()[1] for line in launches] == ["grid=(2,1,1)", "grid=(3,1,1)", "grid=(2,1,1)"]


# Type, bytes, value, the value's bits.
SCALARS = [
    ("float32", 4, 1.5, 0x3FC00000),
    ("float64", 8, 0.1, 0x3FB999999999999A),
    ("float16", 2, 1.5, 0x3E00),
    ("bfloat16", 2, -2.5, 0xC020),
    ("int8", 1, -3, 0xFD),
    ("uint16", 2, 65535, 0xFFFF),
    ("bool", 1, True, 1),
]


def test_scalars_of_every_width(tmp_path, build_dir):
    text = "from tirx import script as T\n"
    for dtype, _, _, _ in SCALARS:
        text += f"""
@T.function
def of_{dtype}(A: T.Tensor((1,), "float32"), s: T.{dtype}):
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=1, block=1)):
        A[0] = T.cast(s, "float32")
"""
    executable = tirx.compile(tirx.parse(text), arch="sm_90a")
    executable.export_library(tmp_path / "scalars.so")
    for width in (1, 2, 4, 8):
        rows = [row for row in SCALARS if row[1] == width]
        program = "runtime()\na = empty((1,), 'float32')\n" + "".join(
            f"load({str(tmp_path / 'scalars.so')!r})['of_{dtype}'](a, {value})\n"
            for dtype, _, value, _ in rows
        )
        launches = run_on_fake_device(build_dir, program, f"arguments=8:{width}")
        assert [int(line.split()[-1], 16) for line in launches] == [bits for _, _, _, bits in rows]


GLOBALS = """
from tirx import script as T
@T.function
def f(A: T.Tensor((64, 64), "float16"), n: T.int64) -> T.int64:
    rows, columns = A.shape
    m = T.tensormap_encode_tiled("float16", A.data, columns, rows, columns * 2, 64, 32, 1, 1, swizzle="128B")
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=1, block=128)):
        T.cuda.func_call("use", T.address_of(m), source_code="__device__ void use(const void* m) {}")
    return T.call_packed("tirx.test.twice", n, ret="int64")
"""


def test_functions_of_the_registry_are_called(tmp_path, build_dir):
    executable = tirx.compile(tirx.parse(GLOBALS), arch="sm_90a")
    executable.export_library(tmp_path / "f.so")
    program = f"""
runtime()
f = load({str(tmp_path / "f.so")!r})["f"]
a = empty((64, 64), "float16")
print(hex(a.data_ptr()))
attempt(f, a, 21)
tvm_ffi.register_global_func("tirx.test.twice", lambda n: 2 * n)
print(f(a, 21))
"""
    address, launch, missing, again, result = run_on_fake_device(build_dir, program, "arguments=16")
    assert launch == again
    assert missing == (
        "RuntimeError `f` calls the global function `tirx.test.twice`, which is not registered"
    )
    assert result == "42"


def test_load_module_has_functions_kernels_and_text(saxpy, folder):
    library = tirx.load_module(saxpy)
    assert library.functions == ["saxpy"]
    assert len(library.kernels) == 1 and library.kernels[0][0].startswith("saxpy")
    assert '"arch":"sm_90a"' in library.inspect_source("backend_config")
    assert repr(library) == "<tirx.Library of saxpy>" and "saxpy" in dir(library)
    assert library.saxpy is library["saxpy"]
    with pytest.raises(AttributeError, match="no attribute or function 'axpy'; its functions are: saxpy"):
        _ = library.axpy
    with pytest.raises(KeyError, match="no function 'axpy'"):
        library["axpy"]


def test_host_functions_alone_run_here(tmp_path):
    @T.function
    def triangle(n: T.int64) -> T.int64:
        total: T.int64 = 0
        for i in T.serial(n):
            total += i + 1
        return total

    tirx.compile(triangle, arch="sm_90a").export_library(tmp_path / "host.so")
    assert tirx.load_module(tmp_path / "host.so")(10) == 55
    assert run(f"print(load({str(tmp_path / 'host.so')!r})['triangle'](10))") == ["55"]


def test_code_for_the_cpu_gives_results(tmp_path):
    @T.function
    def saxpy(X: T.Tensor(("n",), "float32"), Y: T.Tensor(("n",), "float32"), a: T.float32):
        for i in T.parallel(X.shape[0]):
            Y[i] = a * X[i] + Y[i]

    tirx.compile(saxpy, target="cpu").export_library(tmp_path / "saxpy.so")
    program = f"""
runtime()
x, y = np.arange(1000, dtype="float32"), np.ones(1000, "float32")
saxpy = load({str(tmp_path / "saxpy.so")!r})["saxpy"]
saxpy(x, y, 2.0)
print((y == 2 * x + 1).all())
attempt(saxpy, x, y[:10], 2.0)
attempt(saxpy, x, empty((1000,), "float32", "cpu:0"), None)
"""
    right, shape, scalar = run(program)
    assert right == "True"
    assert shape.startswith("ValueError ") and scalar.startswith("TypeError ")


RUNTIME_HALF = """
import os, shutil, sys
folder = sys.argv[1]
shutil.copy(os.path.join(os.environ["TIRX_LIBRARY_PATH"], "libtirx_runtime.so"), folder)
os.environ["TIRX_LIBRARY_PATH"] = folder
import tirx
library = tirx.load_module(sys.argv[2])
print(library.functions, len(library.kernels))
"""


def test_load_module_needs_no_compiler(saxpy, tmp_path):
    command = [sys.executable, "-c", RUNTIME_HALF, tmp_path, saxpy]
    assert tool(*command).splitlines() == ["['saxpy'] 1"]


# --- mistakes ---


@pytest.mark.parametrize("part", [0.02, 0.1, 0.3, 0.5, 0.7])
def test_a_library_that_is_cut_off_is_refused(saxpy, tmp_path, part):
    whole = Path(saxpy).read_bytes()
    cut = tmp_path / "cut.so"
    cut.write_bytes(whole[: int(len(whole) * part)])
    command = [sys.executable, "-c", "import sys, tirx; tirx.load_module(sys.argv[1])", cut]
    done = subprocess.run(command, check=False, capture_output=True, text=True, timeout=60)
    assert done.returncode == 1  # and not a signal
    assert f"cannot load the library `{cut}`: it is cut off: its header announces at least" in done.stderr


def refusal(error, call, *arguments, **options):
    with pytest.raises(error) as caught:
        call(*arguments, **options)
    return str(caught.value)


def test_wrong_names_and_options(tmp_path):
    export = build("saxpy").export_library
    message = refusal(tirx.DiagnosticError, export, tmp_path / "x.dll")
    assert (
        f"`{tmp_path}/x.dll` does not say what to export: its name must end in `.so`, `.o`, `.a`" in message
    )
    message = refusal(tirx.DiagnosticError, export, tmp_path / ".so")
    assert "does not say what to export" in message
    message = refusal(tirx.DiagnosticError, export, tmp_path / "x.so", system_library=True)
    assert "`system_library` for the export to" in message and "loaded by its path" in message
    message = refusal(tirx.DiagnosticError, export, tmp_path / "x.o", prefix="a_")
    assert "`prefix` for the export to" in message and "say `system_library`" in message
    message = refusal(tirx.DiagnosticError, export, tmp_path / "x.a", prefix="a-b")
    assert "letters, digits and underscores" in message
    message = refusal(tirx.DiagnosticError, export, tmp_path / "no/x.so")
    assert f"cannot write `{tmp_path}/no/x.so`" in message
    assert list(tmp_path.iterdir()) == []


def test_simulated_programs_are_refused(tmp_path):
    executable = tirx.compile(tirx.parse_file(EXAMPLES / "saxpy.py"), executor="simulator")
    message = refusal(tirx.DiagnosticError, executable.export_library, tmp_path / "x.so")
    assert "this was compiled for the simulator and has no device code" in message


def test_compilers_that_are_missing_or_fail(tmp_path, monkeypatch):
    export = build("saxpy").export_library
    message = refusal(tirx.DiagnosticError, export, tmp_path / "x.so", cc="nonesuch-cc")
    assert "`nonesuch-cc` is not there: it is not on `PATH`; the environment variable `CC` names" in message
    message = refusal(tirx.DiagnosticError, export, tmp_path / "x.so", cc="/no/cc")
    assert "`/no/cc` is not there: it is no program" in message
    monkeypatch.setenv("CC", "another-cc -m64")
    assert "`another-cc -m64` is not there" in refusal(tirx.DiagnosticError, export, tmp_path / "x.o")
    monkeypatch.setenv("CC", "gcc -DNOTHING")
    export(tmp_path / "fine.o")
    monkeypatch.setenv("CC", f"{tmp_path}/with blanks/cc")
    (tmp_path / "with blanks").mkdir()
    os.symlink(shutil.which("gcc"), tmp_path / "with blanks/cc")
    export(tmp_path / "fine.o")
    shutil.rmtree(tmp_path / "with blanks")
    monkeypatch.delenv("CC")
    monkeypatch.setenv("PATH", str(tmp_path))
    assert "`cc` is not there: it is not on `PATH`" in refusal(
        tirx.DiagnosticError, export, tmp_path / "x.so"
    )
    export(tmp_path / "needs_none.c")
    monkeypatch.undo()
    monkeypatch.setenv("AR", "nonesuch-ar")
    assert "`nonesuch-ar` is not there" in refusal(tirx.DiagnosticError, export, tmp_path / "x.a")
    monkeypatch.undo()
    message = refusal(tirx.DiagnosticError, export, tmp_path / "x.so", options=["--nonesuch-option"])
    assert "failed on the exported C" in message and "--nonesuch-option" in message
    assert "it was run as: " in message and "/tmp" not in message
    message = refusal(tirx.DiagnosticError, export, tmp_path / "x.so", options=["-c"])
    assert "it wrote something else than a shared library" in message
    assert sorted(path.name for path in tmp_path.iterdir()) == ["fine.o", "needs_none.c"]


def test_a_program_in_the_current_folder_is_not_the_compiler(tmp_path, monkeypatch):
    export = build("saxpy").export_library
    (tmp_path / "cc").write_text("#!/bin/sh\nexit 9\n")
    (tmp_path / "cc").chmod(0o755)
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("CC", raising=False)
    export("x.o")
    assert "failed on the exported C" in refusal(tirx.DiagnosticError, export, "y.o", cc="./cc")


def test_what_cannot_be_loaded(saxpy, tmp_path):
    assert "there is no file `" in refusal(FileNotFoundError, tirx.load_module, tmp_path / "none.so")
    (tmp_path / "text.so").write_text("text")
    assert "text.so" in refusal(RuntimeError, tirx.load_module, tmp_path / "text.so")
    (tmp_path / "other.c").write_text("int __tvm_ffi_f(void) { return 0; }")
    tool("cc", "-shared", "-o", tmp_path / "other.so", tmp_path / "other.c")
    message = refusal(ValueError, tirx.load_module, tmp_path / "other.so")
    assert "tirx did not export it; tvm_ffi.load_module loads it" in message


# --- the command line ---


@pytest.mark.parametrize("suffix", [".so", ".c", ".o", ".a"])
def test_the_tool_writes_the_same(suffix, tirx_cli, tmp_path):
    command = [
        tirx_cli,
        "compile",
        EXAMPLES / "saxpy.py",
        "--arch",
        "sm_90a",
        "-o",
        tmp_path / f"tool{suffix}",
    ]
    assert f"tool{suffix} written" in tool(*command)
    build("saxpy").export_library(tmp_path / f"python{suffix}")
    assert (tmp_path / f"tool{suffix}").read_bytes() == (tmp_path / f"python{suffix}").read_bytes()


def test_the_tool_takes_options_of_libraries(tirx_cli, tmp_path):
    command = [tirx_cli, "compile", EXAMPLES / "saxpy.py", "--arch", "sm_90a", "--prefix", "my_", "-o"]
    tool(*command, tmp_path / "x.o", "--system-library")
    assert "tirx_system_library_my_" in tool("nm", "-g", "--defined-only", tmp_path / "x.o")
    command.append(tmp_path / "x.tirx")
    done = subprocess.run(list(map(str, command)), check=False, capture_output=True, text=True)
    assert done.returncode == 1 and "does not say what to export" in done.stderr


# --- on a GPU ---


@pytest.mark.gpu
def test_on_a_gpu(saxpy, folder):
    build("bf16_softmax").export_library(folder / "softmax.so")
    program = f"""
runtime()
copy, sync = (tvm_ffi.get_global_func("tirx.runtime." + name) for name in ("copy", "synchronize"))
def on_device(array):
    host = tvm_ffi.from_dlpack(array)
    device = empty(array.shape, str(array.dtype))
    copy(host, device)
    return device
x, y = np.arange(1000, dtype="float32"), np.ones(1000, dtype="float32")
dx, dy = on_device(x), on_device(y)
load({str(saxpy)!r})["saxpy"](dx, dy, 2.0)
sync(tvm_ffi.device("cuda:0"))
out = np.zeros_like(y)
copy(dy, tvm_ffi.from_dlpack(out))
print((out == 2 * x + y).all())
"""
    assert run(program) == ["True"]
