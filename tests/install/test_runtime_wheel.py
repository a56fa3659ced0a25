# SPDX-License-Identifier: Apache-2.0
"""The package where only the runtime library is installed: what it can, and what it says of the rest."""

import pytest
from trees import ROOT, run, site_of


def test_the_version_says_so_and_the_compiler_is_not_there(runtime_python):
    site = site_of(runtime_python)
    assert (site / "tirx-0.1.0+runtime.dist-info").is_dir()
    assert sorted(path.name for path in (site / "tirx/lib").glob("*.so")) == ["libtirx_runtime.so"]
    assert not runtime_python.with_name("tirx").exists()


def test_devices_and_tensors_work(runtime_python):
    text = """
import tirx
assert [device.kind for device in tirx.devices()][0] == "cpu"
assert tirx.to_numpy(tirx.zeros((2, 3))).sum() == 0
assert tirx.to_numpy(tirx.tensor([1.0, 2.0])).tolist() == [1.0, 2.0]
"""
    assert run(runtime_python, "-c", text).stderr == ""


def test_no_backend_is_loaded(runtime_python):
    text = """
import tirx, tirx.backend.cuda
assert not tirx.backend.is_loaded("cuda")
tirx.cuda
"""
    done = run(runtime_python, "-c", text, fails=True)
    assert "no attribute 'cuda'; for backends, only the runtime is installed" in done.stderr


def test_packages_of_backends_are_left_alone(runtime_python, tmp_path):
    (tmp_path / "board.py").write_text("def hook():\n    raise OSError('called')\n")
    info = tmp_path / "board-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: board\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text("[tirx.backends]\nboard = board:hook\n")
    assert run(runtime_python, "-c", "import tirx", PYTHONPATH=tmp_path).stderr == ""


@pytest.mark.parametrize(
    "action",
    [
        "T.exp",
        "T.parse('')",
        f"tirx.parse_file('{ROOT}/examples/scale.py')",
        "tirx.load('kernel.tirx')",
        "tirx.Target('cuda')",
        "tirx.backend.load('cuda')",
        "tirx.backend.load_library('libtirx_backend_sample.so')",
    ],
)
def test_what_needs_the_compiler_says_so(action, runtime_python):
    text = f"import tirx\nT = tirx.script\ntry: {action}\nexcept tirx.NoCompilerError as e: print(e)"
    said = run(runtime_python, "-c", text).stdout
    assert "this needs the compiler, and only the runtime is installed" in said
    assert "libtirx_runtime.so" in said and "docs/installing.md" in said


def test_a_kernel_is_refused_where_it_is_decorated(runtime_python, tmp_path):
    (tmp_path / "kernel.py").write_text((ROOT / "examples/scale.py").read_text())
    done = run(runtime_python, tmp_path / "kernel.py", fails=True)
    assert "NoCompilerError: this needs the compiler" in done.stderr
