# SPDX-License-Identifier: Apache-2.0
"""Kinds of faults that others' users reported: reference/public_reports.md, on NVRTC, nvcc and artifacts."""

import re
import subprocess
import sys
from pathlib import Path

import pytest
import tirx
from shared import configs_of, halve, run_python
from tirx import script as T
from tirx.backend.cuda.compiler import compile_source

SOURCE = 'extern "C" __global__ void k(float* x) { *x *= 0.5f; }'
COMPILERS = pytest.mark.parametrize("compiler", ["nvrtc", "nvcc"])


def config_of(compiler, **keys):
    return {"cuda": {"arch": "sm_90a", "compiler": compiler, **keys}}


def files_below(folder):
    return sorted(str(path.relative_to(folder)) for path in Path(folder).rglob("*") if path.is_file())


@T.function
def every_type(
    H: T.Tensor((32,), "float16"),
    B: T.Tensor((32,), "bfloat16"),
    E: T.Tensor((32,), "float8_e4m3fn"),
    I: T.Tensor((32,), "int64"),
    J: T.Tensor((32,), "uint8"),
):
    T.device_entry(launch=T.gpu.LaunchConfig(grid=1, block=32))
    x = T.gpu.thread_idx("x")
    H[x] = T.cast(B[x], "float16") + T.cast(E[x], "float16")
    I[x] = I[x] + T.cast(J[x], "int64")


NARROW_TYPES = """
import sys
import tirx
from tirx import script as T

@T.function
def halves(
    H: T.Tensor((32,), "float16"), B: T.Tensor((32,), "bfloat16"), E: T.Tensor((32,), "float8_e4m3fn")
):
    T.device_entry(launch=T.gpu.LaunchConfig(grid=1, block=32))
    x = T.gpu.thread_idx("x")
    H[x] = T.cast(B[x], "float16") + T.cast(E[x], "float16")

try:
    tirx.compile(halves, arch="sm_90a")
    print("compiled")
except tirx.DiagnosticError as error:
    print(error)
"""


class TestNvrtc1:
    """Narrow types need headers, which partial installs lack."""

    def test_where_the_toolkit_is_whole(self):
        assert tirx.compile(every_type, arch="sm_90a").resources

    def test_where_it_has_no_headers(self, tmp_path):
        library = next(Path("/usr/local/cuda").resolve().rglob("libnvrtc.so*"), None)
        if library is None:
            pytest.skip("no installed toolkit to take NVRTC from")
        folder = tmp_path / "toolkit/lib64"
        folder.mkdir(parents=True)
        for path in library.parent.glob("libnvrtc*.so*"):
            (folder / path.name).symlink_to(path)
        output = run_python(
            NARROW_TYPES, path=tmp_path / "halves.py", TIRX_CUDA_TOOLKIT=str(tmp_path / "toolkit")
        )
        assert "cuda_fp16.h" in output or "cuda_bf16.h" in output or "cuda_fp8.h" in output
        assert "compiled" not in output


class TestNvrtc2:
    """An unknown architecture is named, with the compiler and with what it knows."""

    @COMPILERS
    @pytest.mark.parametrize("arch", ["sm_91", "sm_123", "sm_70"])
    def test_unknown_architectures(self, compiler, arch):
        with pytest.raises(tirx.DiagnosticError) as caught:
            tirx.compile(halve, backend_config={"cuda": {"arch": arch, "compiler": compiler}})
        message = str(caught.value)
        assert arch in message
        assert compiler in message.lower()
        assert re.search(r"1[23]\.\d", message), message

    @pytest.mark.parametrize("arch", ["90a", "compute_90", "sm90", "SM_90", "sm_90a ", "sm_90f", "sm_80a"])
    def test_what_is_no_architecture(self, arch):
        with pytest.raises(tirx.DiagnosticError, match="arch"):
            tirx.compile(halve, backend_config={"cuda": {"arch": arch}})


class TestNvrtc3:
    """Line tables name a file that is there, where that is wanted; else nothing is written."""

    @COMPILERS
    def test_a_kept_source(self, compiler, tmp_path, monkeypatch):
        option = {"nvrtc": "--generate-line-info", "nvcc": "-lineinfo"}[compiler]
        config = config_of(compiler, target_format="ptx", **{compiler: [option]})
        monkeypatch.setenv("TIRX_KEEP_SOURCE", str(tmp_path / "kept here/deep"))
        exe = tirx.compile(halve, backend_config=config)
        (named,) = re.findall(r'\.file\s+\d+ "([^"]+halve[^"]+)"', exe.inspect_source("ptx"))
        assert Path(named).parent == tmp_path / "kept here/deep"
        assert Path(named).read_text() == exe.inspect_source("source")
        again = tirx.compile(halve, backend_config=config)
        assert files_below(tmp_path) == [str(Path(named).relative_to(tmp_path))]
        assert again.inspect_source("ptx") == exe.inspect_source("ptx")

    @COMPILERS
    def test_no_file_without_it(self, compiler, tmp_path, monkeypatch):
        monkeypatch.setenv("TMPDIR", str(tmp_path))
        monkeypatch.chdir(tmp_path)
        option = {"nvrtc": "--generate-line-info", "nvcc": "-lineinfo"}[compiler]
        tirx.compile(halve, backend_config=config_of(compiler, **{compiler: [option]}))
        assert files_below(tmp_path) == []

    def test_binaries_without_line_tables_do_not_depend_on_it(self, tmp_path, monkeypatch):
        plain = tirx.compile(halve, arch="sm_90a").module.imports[0].get_function("__tvm_cuda_binary")()
        monkeypatch.setenv("TIRX_KEEP_SOURCE", str(tmp_path))
        kept = tirx.compile(halve, arch="sm_90a").module.imports[0].get_function("__tvm_cuda_binary")()
        assert bytes(plain[0]) == bytes(kept[0])

    def test_a_folder_that_cannot_be(self, tmp_path, monkeypatch):
        (tmp_path / "file").write_text("")
        monkeypatch.setenv("TIRX_KEEP_SOURCE", str(tmp_path / "file"))
        with pytest.raises(tirx.DiagnosticError, match="cannot write `.*TIRX_KEEP_SOURCE"):
            tirx.compile(halve, arch="sm_90a")


class TestNvcc1:
    """A path is one argument, whatever characters it has."""

    @COMPILERS
    @pytest.mark.parametrize("folder", ["dir with space", "größe", "semi;colon", "paren(s)"])
    def test_include_folders(self, compiler, folder, tmp_path):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "own.h").write_text("#define FACTOR 0.5f\n")
        source = '#include "own.h"\nextern "C" __global__ void k(float* x) { *x *= FACTOR; }'
        config = config_of(compiler, **{compiler: [f"-I{tmp_path / folder}"]})
        assert compile_source(source, config).binary

    @pytest.mark.parametrize("folder", ["tmp with space", "tmp'quote", "größe"])
    def test_temporary_folders(self, folder, tmp_path, monkeypatch):
        (tmp_path / folder).mkdir()
        monkeypatch.setenv("TMPDIR", str(tmp_path / folder))
        assert compile_source(SOURCE, config_of("nvcc")).binary
        assert files_below(tmp_path) == []


class TestNvcc2:
    """Each compile has a folder of its own under TMPDIR, and leaves nothing there."""

    def test_nothing_is_left(self, tmp_path, monkeypatch):
        monkeypatch.setenv("TMPDIR", str(tmp_path))
        for source in (SOURCE, "no CUDA at all", SOURCE, "#error on purpose"):
            try:
                compile_source(source, config_of("nvcc"))
            except tirx.DiagnosticError:
                assert source not in (SOURCE,)
        assert list(tmp_path.iterdir()) == []

    def test_an_unusable_folder_is_named(self, tmp_path, monkeypatch):
        monkeypatch.setenv("TMPDIR", str(tmp_path / "missing"))
        with pytest.raises(tirx.DiagnosticError, match="missing.*TMPDIR"):
            compile_source(SOURCE, config_of("nvcc"))


class TestArt1:
    """PTX ends in one NUL where the driver reads it, and has none within."""

    @COMPILERS
    def test_text_without_its_end(self, compiler):
        exe = tirx.compile(halve, backend_config=config_of(compiler, target_format="ptx"))
        image, form, _ = exe.module.imports[0].get_function("__tvm_cuda_binary")()
        assert str(form) == "ptx"
        assert b"\0" not in bytes(image)

    def test_a_nul_within_is_refused(self, tmp_path):
        path = tmp_path / "k.ptx"
        path.write_bytes(compile_source(SOURCE, config_of("nvrtc", target_format="ptx")).binary + b"\0.")
        script = f"""
from tirx import script as T


@T.function
def f(A: T.Tensor((1,), "float32")):
    T.call_kernel({str(path)!r}, "k", T.gpu.LaunchConfig(grid=1, block=1), A)
"""
        with pytest.raises(tirx.DiagnosticError, match="not a valid ptx"):
            tirx.compile(tirx.parse(script), arch="sm_90a")


class TestArt2:
    """After resolution no stage asks the machine: every image has the architecture that was given."""

    @pytest.mark.parametrize("arch", ["sm_80", "sm_90a", "sm_100a"])
    def test_saved_and_loaded(self, arch, tmp_path):
        exe = tirx.compile(halve, arch=arch, executor="device")
        exe.save(tmp_path / "a.tirx")
        loaded = tirx.load(tmp_path / "a.tirx")
        assert configs_of(loaded)[0]["cuda"]["arch"] == arch
        binary = loaded.module.imports[0].get_function("__tvm_cuda_binary")()[0]
        assert bytes(binary) == bytes(exe.module.imports[0].get_function("__tvm_cuda_binary")()[0])


def test_many_processes_compile_the_same_at_once(tmp_path):
    """Nothing is shared between them that one could read half-written."""
    script = tmp_path / "compile.py"
    script.write_text(
        "import sys\nsys.path.insert(0, sys.argv[1])\nimport tirx\nfrom shared import halve\n"
        "exe = tirx.compile(halve, backend_config={'cuda': {'arch': 'sm_90a', 'compiler': 'nvcc'}})\n"
        "exe.save(sys.argv[2])\ntirx.load(sys.argv[2])\n"
    )
    command = [sys.executable, str(script), str(Path(__file__).parent), str(tmp_path / "same.tirx")]
    started = [subprocess.Popen(command, stderr=subprocess.PIPE, text=True) for _ in range(4)]
    for process in started:
        assert process.wait(timeout=300) == 0, process.stderr.read()
    assert [path.name for path in tmp_path.iterdir() if path.suffix != ".py"] == ["same.tirx"]
