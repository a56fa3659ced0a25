# SPDX-License-Identifier: Apache-2.0
# bench: gpu
"""What a warm call of an exported host costs beside the same launch written by hand, in turns."""

import importlib.util
import os
import pathlib
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "python"))

import tirx  # noqa: E402
import tvm_ffi.libinfo  # noqa: E402

ROUNDS, CALLS = 201, 200


def saxpy():
    spec = importlib.util.spec_from_file_location("saxpy", ROOT / "examples/saxpy.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.saxpy


def build(folder):
    cuda = pathlib.Path(os.environ.get("CUDA_HOME", "/usr/local/cuda"))
    ffi = pathlib.Path(tvm_ffi.libinfo.find_libtvm_ffi()).parent
    includes = [
        cuda / "include",
        tvm_ffi.libinfo.find_include_path(),
        tvm_ffi.libinfo.find_dlpack_include_path(),
    ]
    command = ["g++", "-std=c++17", "-O2", ROOT / "bench/exported_host/compare.cc", folder / "host.cc"]
    command += [*(f"-I{path}" for path in includes), "-o", folder / "compare"]
    command += [f"-L{ffi}", f"-Wl,-rpath,{ffi}", "-ltvm_ffi"]
    command += [f"-L{cuda}/lib64/stubs", "-lcuda", "-ldl"]
    subprocess.run([str(part) for part in command], check=True)
    return folder / "compare"


def main():
    arch = sys.argv[1] if len(sys.argv) > 1 else tirx.target.detect_target_from_device("cuda").arch
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        executable = tirx.compile(saxpy(), arch=str(arch))
        executable.export_cuda_host(folder / "host.cc")
        (image, _, _) = executable.module.imports[0]["__tvm_cuda_binary"]()
        (folder / "saxpy.cubin").write_bytes(bytes(image))
        program = build(folder)
        subprocess.run([str(program), str(folder / "saxpy.cubin"), str(ROUNDS), str(CALLS)], check=True)


if __name__ == "__main__":
    main()
