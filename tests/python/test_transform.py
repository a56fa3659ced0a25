# SPDX-License-Identifier: Apache-2.0
"""Passes from Python: one by one, in order, observed, and one's own."""

import pytest
import tirx
import tvm_ffi
from tirx import transform

SOURCE = """from tirx import script as T

@T.function
def f(A: T.Tensor((1024,), "float32")):
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=8, block=128)):
        i = T.gpu.block_idx("x") * 128 + T.gpu.thread_idx("x")
        A[i] = A[i] * 1.0 + T.float32(2 + 3)
"""


@pytest.fixture
def module():
    return tirx.parse(SOURCE)


def test_the_steps_of_the_pipeline_are_what_lower_does(module):
    target = tirx.Target({"kind": "cuda", "arch": "sm_90a"})
    names = transform.pipeline("cuda")
    with transform.PassContext(target=target, verify=True):
        stepwise = transform.Sequential(names)(module)
    assert tvm_ffi.structural_equal(stepwise, tirx.lower(module, arch="sm_90a"))


def test_every_pass_has_a_name_and_a_sentence():
    known = transform.passes()
    assert set(transform.pipeline("cuda")) <= set(known)
    for name, doc in known.items():
        made = getattr(transform, "".join(part.capitalize() for part in name.split("-")))()
        assert made.name == name and made.__doc__ == doc and doc.endswith(".")
    assert "NarrowIndex" in dir(transform)


def test_a_pass_may_carry_its_target(module):
    bound = transform.BindTarget("cuda")(module)
    assert '"kind": "cuda"' in bound.script()
    assert '"kind"' not in module.script()


def test_options_skip_what_may_be_skipped(module):
    with transform.PassContext(options={"simplify": "off"}):
        assert tvm_ffi.structural_equal(transform.Simplify()(module), module)
    refused = pytest.raises(tirx.DiagnosticError, match="flatten-tensors")
    with transform.PassContext(options={"flatten-tensors": "off"}), refused:
        transform.Simplify()(module)


def test_instruments_see_name_and_module(module):
    printed, timer = [], transform.PassTimer()
    instruments = [timer, transform.PassPrinter("simplify", write=printed.append)]
    with transform.PassContext(target="cuda", instruments=instruments) as context:
        assert transform.PassContext.current() is context
        transform.Sequential(["bind-target", "simplify"])(module)
    assert [name for name, _ in timer.rows] == ["bind-target", "simplify"]
    assert len(printed) == 1 and printed[0].startswith("# after simplify\nfrom tirx import script as T")
    assert transform.PassContext.current() is not context


def test_a_function_becomes_a_pass(module):
    seen = []

    @transform.module_pass(name="look")
    def look(given, context):
        """Looks."""
        seen.append(context.options)
        return given

    with transform.PassContext(options={"a": 1}):
        assert look(module).same_as(module)
    assert seen == [{"a": "1"}] and look.name == "look" and look.__doc__ == "Looks."
    forgetful = transform.module_pass(lambda given, context: None)
    with pytest.raises(TypeError, match="returned NoneType, not an IRModule"):
        forgetful(module)


def test_filter_keeps_whole_functions(module):
    assert [f.name for f in transform.Filter(lambda f: f.name == "f")(module).functions] == ["f"]
    assert len(transform.Filter(lambda f: False)(module).functions) == 0


def test_mistakes_are_told(module):
    with pytest.raises(KeyError, match="no pass 'simplfy'; there are: .*simplify"):
        transform.Sequential(["simplfy"])
    with pytest.raises(KeyError, match="no pipeline 'metal'"):
        transform.pipeline("metal")
    with pytest.raises(AttributeError, match="Simplfy"):
        transform.Simplfy  # noqa: B018
    with pytest.raises(TypeError, match="an IRModule or a @T.function, not int"):
        transform.Simplify()(3)
    with pytest.raises(tirx.DiagnosticError, match="target"):
        transform.SplitHostDevice()(module)
