# SPDX-License-Identifier: Apache-2.0
"""`cmake --install`: what is in the tree, and programs and backends that are built against it elsewhere."""

import re
import shutil
import sys

import pytest
from trees import ROOT, build_project, install, run

SAXPY = ROOT / "examples/saxpy.py"


def files(folder):
    return {str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file()}


def dynamic_section(binary):
    return run("readelf", "-d", binary).stdout


def test_the_tree_has_libraries_tool_headers_and_package(prefix):
    found = files(prefix)
    assert {
        *(
            "bin/tirx",
            "lib/libtirx.so",
            "lib/libtirx_runtime.so",
            "lib/libtirx_command.so",
            "lib/libtvm_ffi.so",
        ),
        *("include/tirx/tirx.h", "include/tvm/ffi/function.h", "include/dlpack/dlpack.h"),
        *("include/tirx/internal/backend/plugin.h", "include/tirx/internal/diag/kinds/cuda.def"),
        *("lib/cmake/tirx/tirxConfig.cmake", "lib/cmake/tirx/tirxConfigVersion.cmake"),
        *("share/doc/tirx/LICENSE", "share/doc/tvm_ffi/LICENSE"),
    } <= found
    assert not [name for name in found if name.endswith((".cc", ".md", ".a")) or "/driver/" in name]


def test_a_runtime_is_one_library(build_dir, tmp_path):
    install(build_dir, tmp_path, "runtime")
    assert files(tmp_path) == {"lib/libtirx_runtime.so"}


def test_no_file_names_the_build_or_another_place(prefix, build_dir):
    for path in (prefix / "lib/cmake").rglob("*.cmake"):
        assert not re.search(rf"{build_dir}|{ROOT}|{prefix.with_name('first')}", path.read_text())
    for name in ("lib/libtirx.so", "lib/libtirx_runtime.so", "lib/libtirx_command.so", "bin/tirx"):
        (folders,) = re.findall(r"(?:RUNPATH|RPATH).*\[(.*)\]", dynamic_section(prefix / name))
        assert all(folder.startswith("$ORIGIN") for folder in folders.split(":"))


def test_the_headers_of_backends_are_those_of_the_layers_below_the_driver():
    """As the layer check says what a backend may include."""
    from check_layers import BACKEND_MAY_USE

    listed = re.search(r"TIRX_BACKEND_LAYERS (.*)\)", (ROOT / "cmake/install.cmake").read_text())
    existing = {path.name for path in (ROOT / "src").iterdir() if path.is_dir()}
    assert set(listed[1].split()) & existing == (BACKEND_MAY_USE | {"base"}) & existing


def test_headers_include_what_is_installed(prefix):
    internal = prefix / "include/tirx/internal"
    headers = [path for path in (prefix / "include/tirx").rglob("*") if path.suffix in (".h", ".def")]
    assert len(headers) > 100
    for path in headers:
        root = internal if path.is_relative_to(internal) else prefix / "include"
        for name in re.findall(r'^#include "(.*)"', path.read_text(), re.MULTILINE):
            assert (root / name).exists() or (path.parent / name).exists(), f"{path} includes {name}"


def test_the_tool_runs(prefix):
    run(prefix / "bin/tirx", "check", SAXPY)
    done = run(prefix / "bin/tirx", "run", SAXPY, "--arg", "n=100", "--arg", "a=2.0", "--simulate")
    assert done.stdout


@pytest.fixture(scope="module")
def programs(prefix, tmp_path_factory):
    return build_project(ROOT / "examples/cpp", tmp_path_factory.mktemp("programs"), prefix)


def test_programs_compile_and_simulate_without_python(programs):
    assert "python" not in (programs / "CMakeCache.txt").read_text().lower()
    assert "y[999] = 1999 (expected 1999)" in run(programs / "saxpy", SAXPY).stdout
    run(programs / "build_kernel")
    assert "6 zeros, the last is 0" in run(programs / "devices").stdout


def test_a_program_for_the_runtime_alone(runtime_prefix, tmp_path):
    # Some distributions link so by default, and the program uses no symbol of the library.
    build_project(ROOT / "examples/cpp", tmp_path, runtime_prefix, CMAKE_EXE_LINKER_FLAGS="-Wl,--as-needed")
    assert not (tmp_path / "saxpy").exists()
    done = run(tmp_path / "devices")
    assert "cpu:0" in done.stdout and "6 zeros, the last is 0" in done.stdout
    needed = dynamic_section(tmp_path / "devices")
    assert "libtirx_runtime.so" in needed and "libtirx.so" not in needed


def test_another_tvm_ffi_is_refused_at_the_start(programs, prefix, tmp_path):
    """One with another version number, which stands before the real one."""
    other = tmp_path / "other.c"
    other.write_text(
        "#include <tvm/ffi/c_api.h>\n"
        "void TVMFFIGetVersion(TVMFFIVersion* out) { out->major = 9; out->minor = 8; out->patch = 7; }\n"
    )
    library = tmp_path / "other.so"
    run("cc", "-shared", "-fPIC", f"-I{prefix}/include", other, "-o", library)
    for program in (prefix / "bin/tirx", programs / "devices"):
        done = run(program, LD_PRELOAD=library, fails=True)
        assert done.returncode == 3 and "but this process has 9.8.7; install the version" in done.stderr


def test_a_project_may_bring_its_tvm_ffi(prefix, tmp_path):
    """As found by way of the wheel's own CMake package: the tree's is then not used."""
    (tmp_path / "CMakeLists.txt").write_text(
        "cmake_minimum_required(VERSION 3.25)\nproject(p CXX)\n"
        "find_package(tvm_ffi CONFIG REQUIRED)\nfind_package(tirx REQUIRED COMPONENTS compiler runtime)\n"
        "get_target_property(libraries tirx::tvm_ffi INTERFACE_LINK_LIBRARIES)\n"
        'message(STATUS "tirx links ${libraries}")\n'
    )
    own = run(sys.executable, "-m", "tvm_ffi.config", "--cmakedir").stdout.strip()
    options = [f"-Dtvm_ffi_DIR={own}", f"-DPython_EXECUTABLE={sys.executable}"]
    done = run("cmake", "-S", tmp_path, "-B", tmp_path / "b", f"-DCMAKE_PREFIX_PATH={prefix}", *options)
    assert "tirx links tvm_ffi::header;tvm_ffi::shared" in done.stdout


@pytest.fixture(scope="module")
def sample(prefix, tmp_path_factory):
    return build_project(ROOT / "examples/backends/library", tmp_path_factory.mktemp("sample"), prefix)


def test_a_backend_library(sample, prefix):
    listed = run(prefix / "bin/tirx", "list", "tags", TIRX_BACKEND_PATH=sample)
    assert "\nsample/small" in listed.stdout and listed.stderr == ""


def test_what_is_said_where_the_compiler_is_missing(runtime_prefix, tmp_path):
    source = ROOT / "examples/backends/library"
    done = run("cmake", "-S", source, "-B", tmp_path, f"-DCMAKE_PREFIX_PATH={runtime_prefix}", fails=True)
    assert re.search(r"runtime: TRUE,\s+compiler:\s+FALSE", done.stderr)


def test_another_version_is_refused(prefix, tmp_path):
    (tmp_path / "CMakeLists.txt").write_text(
        "cmake_minimum_required(VERSION 3.25)\nproject(p NONE)\nfind_package(tirx 0.2 REQUIRED)\n"
    )
    done = run("cmake", "-S", tmp_path, "-B", tmp_path / "b", f"-DCMAKE_PREFIX_PATH={prefix}", fails=True)
    assert "version: 0.1.0" in done.stderr


def cached(build_dir, name):
    return re.search(rf"^{name}:\w+=(.*)$", (build_dir / "CMakeCache.txt").read_text(), re.MULTILINE)[1]


def test_the_libraries_are_small(build_dir, tmp_path):
    """The figures are of a Release build by gcc: docs/measurements.md."""
    if cached(build_dir, "CMAKE_BUILD_TYPE") not in ("", "Release"):
        pytest.skip("this build is not optimised")
    for name, limit in (("libtirx.so", 10 << 20), ("libtirx_runtime.so", 1 << 20)):
        stripped = tmp_path / name
        shutil.copy(build_dir / "lib" / name, stripped)
        run("strip", stripped)
        assert stripped.stat().st_size <= limit, name
