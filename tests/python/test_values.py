# SPDX-License-Identifier: Apache-2.0
"""Functions, modules, targets and nodes as Python values: pickles, copies, equality, printing, signatures."""

import copy
import inspect
import io
import pickle
import re
import subprocess
import sys

import pytest
import tirx
from tirx import _show
from tirx import script as T


@T.inline
def doubled(x):
    return x * 2.0


@T.function(private=True)
def half(x: T.float32) -> T.float32:
    return x * 0.5


@T.function
def scale(A: T.Tensor(("n",), "float32"), k: T.float32):
    """Scales A."""
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=1, block=32)):
        i = T.gpu.thread_idx("x")
        if i < n:
            A[i] = half(A[i]) * k  # half the product


def test_functions_survive_pickling():
    again = pickle.loads(pickle.dumps(scale))
    assert isinstance(again, tirx.Function)
    assert (again.name, again.__doc__, again.__qualname__) == ("scale", "Scales A.", "scale")
    assert tirx.structural_equal(again, scale)
    assert [str(f.name) for f in again.module.functions] == [str(f.name) for f in scale.module.functions]


def test_pickles_are_read_in_other_processes():
    text = pickle.dumps(scale)
    code = f"import pickle; print(pickle.loads({text!r}).script(), end='')"
    assert subprocess.check_output([sys.executable, "-c", code], text=True) == scale.script()


def test_nodes_survive_pickling():
    for node in (scale.module, scale.ir, half.ir):
        again = pickle.loads(pickle.dumps(node))
        assert type(again) is type(node)
        assert tirx.structural_equal(again, node)
    for node in (scale.ir.params[1].ty, scale.ir.params[0].ty, scale.ir.params[1] + 1, scale.ir.body):
        again = pickle.loads(pickle.dumps(node))
        assert type(again) is type(node)
        assert str(again) == str(node)


def test_what_cannot_be_pickled_says_why():
    with pytest.raises(TypeError, match=r"save\(path\)"):
        pickle.dumps(tirx.compile(scale, executor="simulator"))


def test_inline_functions_are_pickled_by_name():
    assert pickle.loads(pickle.dumps(doubled)) is doubled


def test_names_of_the_language_are_pickled():
    assert pickle.loads(pickle.dumps(T.gpu.sync)) is T.gpu.sync


def test_copies_are_the_same():
    for value in (scale, scale.module, scale.ir.params[0].ty, tirx.Target("cuda")):
        assert copy.copy(value) is value
        assert copy.deepcopy([value])[0] is value


def test_structural_equality():
    text = scale.script()
    renamed = tirx.parse(re.sub(r"\bi\b", "j", text))
    assert tirx.structural_equal(scale, renamed)
    assert tirx.structural_hash(scale) == tirx.structural_hash(renamed)
    assert not tirx.structural_equal(scale, half)


def test_signatures():
    assert str(inspect.signature(scale)) == '(A: T.Tensor(("n",), "float32"), k: T.float32)'
    assert str(inspect.signature(half)) == "(x: T.float32) -> T.float32"
    assert repr(half) == "<tirx.Function half(x: T.float32) -> T.float32>"
    assert "A[i] = half(A[i])" in inspect.getsource(scale)


def test_targets():
    target = tirx.Target({"kind": "cuda", "arch": "sm_90a"})
    assert target == tirx.Target(target.to_json()) == pickle.loads(pickle.dumps(target))
    assert hash(target) == hash(tirx.Target(target))
    assert target != tirx.Target("cuda")
    assert "sm_90a" in repr(target)
    assert tirx.generate_source(scale, target=target) == tirx.generate_source(scale, arch="sm_90a")
    with pytest.raises(tirx.DiagnosticError, match="did you mean `cuda`"):
        tirx.Target("cudda")
    with pytest.raises(TypeError, match="not int"):
        tirx.Target(3)


# ---- show ----


def test_show_is_plain_where_nobody_looks(capsys):
    scale.show()
    scale.module.show()
    text = scale.script()
    assert capsys.readouterr().out == text + scale.module.script()


def test_colours_leave_the_text_alone():
    for text in (scale.script(), tirx.lower(scale, arch="sm_90a").script()):
        painted = _show.colored(text)
        assert painted != text
        assert re.sub(r"\033\[\d*m", "", painted) == text
    assert "\033[33m@\033[0m\033[33mT\033[0m" in painted
    assert "\033[35mdef\033[0m" in painted


class Terminal(io.StringIO):
    def isatty(self):
        return True


def test_colours_are_for_terminals(monkeypatch):
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setattr(sys, "stdout", Terminal())
    scale.show()
    assert "\033[" in sys.stdout.getvalue()
    for name, value in (("NO_COLOR", "1"), ("TERM", "dumb")):
        monkeypatch.setattr(sys, "stdout", Terminal())
        with monkeypatch.context() as changed:
            changed.setenv(name, value)
            scale.show()
        assert sys.stdout.getvalue() == scale.script()
    monkeypatch.setattr(sys, "stdout", Terminal())
    scale.show(color=False)
    assert sys.stdout.getvalue() == scale.script()
