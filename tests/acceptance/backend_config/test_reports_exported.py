# SPDX-License-Identifier: Apache-2.0
"""Kinds of faults that others' users reported: reference/public_reports.md, on exported hosts."""

import re
import subprocess
import sys
from pathlib import Path

import pytest
import tirx
from shared import halve
from tirx.backend.cuda import export_cuda_host

ROOT = Path(__file__).resolve().parents[3]
sys.path.insert(0, str(ROOT / "tests/python"))
from cuda_host_lib import build, cuda_include, program  # noqa: E402
from fake_driver import run_with_fake_driver  # noqa: E402


@pytest.fixture(scope="module")
def library(tmp_path_factory):
    """Built as one builds where there is no GPU: beside the toolkit's stub driver, nothing left undefined."""
    text = export_cuda_host(tirx.compile(halve, arch="sm_90a").module)
    stubs = Path(cuda_include()).parent / "lib64/stubs"
    flags = ["-O0", "-Wl,--no-undefined", f"-L{stubs}"]
    return build(text, tmp_path_factory.mktemp("exported"), flags=flags)


def _output(*command):
    return subprocess.run([str(part) for part in command], capture_output=True, text=True, check=True).stdout


def test_exp_1_no_run_path_and_no_driver_among_what_is_needed(library):
    dynamic = _output("readelf", "-d", library)
    assert "RPATH" not in dynamic
    assert "RUNPATH" not in dynamic
    needed = set(re.findall(r"NEEDED.*\[([\w+-]+)\.", dynamic))
    assert needed <= {"libtvm_ffi", "libstdc++", "libm", "libgcc_s", "libc", "libdl", "ld-linux-x86-64"}
    assert b"libcuda.so.1\0" in library.read_bytes()


def test_exp_2_the_symbols_are_those_of_the_page(library, build_dir):
    page = (ROOT / "docs/export_cuda_host.md").read_text()
    undefined = {line.split()[-1].split("@")[0] for line in _output("nm", "-D", "-u", library).splitlines()}
    of_ffi = {symbol for symbol in undefined if symbol.startswith(("TVM", "tvm", "_ZN3tvm"))}
    assert of_ffi
    assert of_ffi <= set(re.findall(r"TVMFFI\w+", page))
    assert not [symbol for symbol in undefined if symbol.startswith("cu") or "tirx" in symbol]
    call = "module['halve'](on_device(32), on_device(32)); print('launched')"
    assert run_with_fake_driver(build_dir, program(library, call)) == ["launched"]


@pytest.mark.parametrize("compiler", ["nvrtc", "nvcc"])
def test_art_1_embedded_ptx_ends_in_one_nul(compiler):
    config = {"cuda": {"arch": "sm_90a", "compiler": compiler, "target_format": "ptx"}}
    executable = tirx.compile(halve, backend_config=config)
    image, _, _ = executable.module.imports[0]["__tvm_cuda_binary"]()
    text = export_cuda_host(executable.module)
    array = re.search(r"tvm_cuda_binary_0\[\] = \{[^\n]*\n(.*?)\};", text, re.DOTALL).group(1)
    assert bytes(map(int, re.findall(r"\d+", array))) == bytes(image).rstrip(b"\0") + b"\0"


@pytest.mark.parametrize("target_format", ["cubin", "fatbin"])
def test_art_1_binaries_are_byte_exact(target_format):
    config = {"cuda": {"arch": "sm_90a", "compiler": "nvcc", "target_format": target_format}}
    executable = tirx.compile(halve, backend_config=config)
    image, _, _ = executable.module.imports[0]["__tvm_cuda_binary"]()
    text = export_cuda_host(executable.module)
    array = re.search(r"tvm_cuda_binary_0\[\] = \{[^\n]*\n(.*?)\};", text, re.DOTALL).group(1)
    assert bytes(map(int, re.findall(r"\d+", array))) == bytes(image)
