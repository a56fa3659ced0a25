# SPDX-License-Identifier: Apache-2.0
"""IR from Python: fields, structural equality, JSON, operators."""

import subprocess
import sys

import pytest
import tirx
import tvm_ffi

SCRIPT = """
from tirx import script as T

@T.function
def f(A: T.Tensor(("n", 4), "float32"), k: T.int32):
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=1, block=4)):
        x = T.gpu.thread_idx("x")
        for i in T.serial(8):
            A[x, i] = A[x, i] + T.cast(k * 2, "float32")
"""


@pytest.fixture
def module():
    return tirx.parse(SCRIPT, "f.py")


def test_fields_are_attributes(module):
    f = module["f"]
    assert f.name == "f"
    assert [str(p.name) for p in f.params] == ["A", "k"]
    assert str(f.params[0].ty.dtype) == "float32"
    assert f.span.file.name == "f.py"
    assert f.body.op.name == "device_entry"
    with pytest.raises(KeyError, match="there are: f"):
        module["g"]


def test_structural_equality_is_ours(module):
    renamed = tirx.parse(SCRIPT.replace("x = T", "y = T").replace("A[x, i]", "A[y, i]"))
    assert renamed.script() != module.script()
    assert tvm_ffi.structural_equal(module, renamed)
    assert tvm_ffi.structural_hash(module) == tvm_ffi.structural_hash(renamed)
    assert not tvm_ffi.structural_equal(module, tirx.parse(SCRIPT.replace("serial(8)", "serial(9)")))


def test_a_heavily_shared_expression_is_quick(module):
    def doubled():
        e = module["f"].params[1]
        for _ in range(60):
            e = e + e
        return e

    assert tvm_ffi.structural_equal(doubled(), doubled())
    assert "T.omitted" in doubled().script()


def test_json(module):
    text = module.to_json()
    again = tirx.IRModule.from_json(text)
    assert tvm_ffi.structural_equal(module, again)
    assert again["f"].span.line == module["f"].span.line
    with pytest.raises(tirx.DiagnosticError, match="NewerJson"):
        tirx.IRModule.from_json(text.replace('"version":1', '"version":2'), "m.json")
    with pytest.raises(tirx.DiagnosticError, match="m.json"):
        tirx.IRModule.from_json(text[:-40], "m.json")


def test_operators_build_expressions(module):
    k = module["f"].params[1]
    assert (k * 2 + 1).script() == "k * 2 + 1"
    assert (1 - k).script() == "1 - k"
    assert (k // 2 < 5).script() == "k // 2 < 5"
    assert (-k).script() == "-k"
    assert k.equal(3).script() == "k == 3"
    with pytest.raises(tirx.DiagnosticError):
        k / 2  # noqa: B018
    with pytest.raises(TypeError, match="not known while compiling"):
        bool(k < 3)


def test_hashes_agree_between_processes(module):
    code = f"import tirx, tvm_ffi; print(tvm_ffi.structural_hash(tirx.parse({SCRIPT!r})))"
    other = int(subprocess.check_output([sys.executable, "-c", code]))
    assert other == tvm_ffi.structural_hash(module)


def test_verification(module):
    module.verify()
    f = module["f"]
    broken = tirx.IRModule([f, f])
    with pytest.raises(tirx.DiagnosticError):
        broken.verify()
