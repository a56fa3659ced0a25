# SPDX-License-Identifier: Apache-2.0
"""`tirx.ir.nodes` and `tirx.ir.rewrite`: what passes in Python are written with."""

import pytest
import tirx
from tirx import ir
from tirx import script as T


@T.function
def f(A: T.Tensor((8,), "float32"), n: T.int32):
    for i in T.serial(n):
        A[i] = T.exp(A[i]) * 2.0 + 3.0


def kinds(root):
    return [type(node).__name__ for node in ir.nodes(root)]


def test_nodes_are_all_that_is_below():
    found = kinds(f)
    assert found[0] == "IRModule" and "For" in found and "Call" in found
    assert found.count("FloatImm") == 2
    store = next(node for node in ir.nodes(f) if type(node).__name__ == "TensorStore")
    assert kinds(store)[0] == "TensorStore" and "For" not in kinds(store)


def test_expressions_say_their_type():
    types = {type(node).__name__: node.dtype for node in ir.nodes(f) if isinstance(node, ir.Expr)}
    assert types["Call"] == types["FloatImm"] == "float32"
    assert types["IntImm"] == "int32"


def doubled(node):
    return node + node if type(node).__name__ == "FloatImm" else None


def test_rewriting_makes_another_module():
    made = ir.rewrite(f, doubled)
    assert "T.exp(A[i]) * 4.0 + 6.0" in str(made)  # constants fold
    assert "* 2.0 + 3.0" in str(f.module)
    assert isinstance(ir.rewrite(f.module["f"], doubled), ir.Function)
    made.verify()


def test_rewriting_nothing_keeps_everything():
    made = ir.rewrite(f, lambda node: None)
    assert made["f"].same_as(f.module["f"])


def test_statements_are_rewritten_too():
    def drop(node):
        return ir.nodes(node.body)[0] if type(node).__name__ == "For" else None

    assert "for i" not in str(ir.rewrite(f.module["f"], drop))


def test_what_the_function_raises_is_raised():
    def boom(node):
        raise KeyError("boom")

    with pytest.raises(KeyError, match="boom"):
        ir.rewrite(f, boom)


def test_an_expression_stands_for_an_expression():
    with pytest.raises(TypeError, match="in the place of an expression there cannot be a str"):
        ir.rewrite(f, lambda node: "3" if isinstance(node, ir.Expr) else None)
    body = f.module["f"].body
    with pytest.raises(TypeError, match="in the place of an expression"):
        ir.rewrite(f, lambda node: body if isinstance(node, ir.Expr) else None)


def test_in_a_pass():
    half = tirx.transform.module_pass(lambda module, context: ir.rewrite(module, doubled), name="double")
    assert "* 4.0 + 6.0" in str(half(f))
