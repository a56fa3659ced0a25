# SPDX-License-Identifier: Apache-2.0
# bench: gpu
"""What a warm call, argument checks and loading a module cost a C++ program, by both host paths (bytecode and
exported library), beside the driver's own calls, in turns.
"""

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


def build(folder):
    cuda = pathlib.Path(os.environ.get("CUDA_HOME", "/usr/local/cuda"))
    includes = [
        ROOT / "include",
        cuda / "include",
        tvm_ffi.libinfo.find_include_path(),
        tvm_ffi.libinfo.find_dlpack_include_path(),
    ]
    libraries = [tirx._native.library_path.parent, pathlib.Path(tvm_ffi.libinfo.find_libtvm_ffi()).parent]
    command = ["g++", "-std=c++20", "-O2", ROOT / "bench/launch_cpp/measure.cc", "-o", folder / "measure"]
    command += [f"-I{path}" for path in includes]
    command += [flag for path in libraries for flag in (f"-L{path}", f"-Wl,-rpath,{path}")]
    command += ["-ltirx", "-ltvm_ffi", f"-L{cuda}/lib64/stubs", "-lcuda"]
    subprocess.run([str(part) for part in command], check=True)
    return folder / "measure"


def main():
    arch = sys.argv[1] if len(sys.argv) > 1 else tirx.target.detect_target_from_device("cuda").arch
    text = (ROOT / "bench/kernels/host_calls.py").read_text(encoding="utf-8")
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        executable = tirx.compile(tirx.parse(text), arch=str(arch))
        executable.save(folder / "kernels.tirx")
        executable.export_library(folder / "kernels.so")
        (image, _, _) = executable.module.imports[0]["__tvm_cuda_binary"]()
        (folder / "kernels.cubin").write_bytes(bytes(image))
        program = build(folder)
        subprocess.run([str(part) for part in (program, folder, ROUNDS, CALLS)], check=True)


if __name__ == "__main__":
    main()
