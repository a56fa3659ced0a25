# SPDX-License-Identifier: Apache-2.0
"""`T.` for people and editors: documentation, signatures, completion, stubs."""

import ast
import inspect
import pydoc

import make_stubs
import numpy as np
import pytest
import tirx
from tirx import script as T
from tirx.script import _names


def all_names(members=None, prefix=""):
    for key, name in (_names() if members is None else members).items():
        yield prefix + key, name
        yield from all_names(getattr(name, "members", {}), prefix + key + ".")


NAMES = dict(all_names())


def test_there_are_names():
    assert {"exp", "gpu", "gpu.atomic_add", "Tensor", "float32", "cuda.thread_idx"} <= NAMES.keys()


@pytest.mark.parametrize("path", sorted(NAMES))
def test_help_is_readable(path):
    text = pydoc.plain(pydoc.render_doc(NAMES[path], title="%s"))
    assert f"T.{path}" in text
    assert "class Name" not in text and "object at 0x" not in text
    doc = inspect.getdoc(NAMES[path])
    assert doc == NAMES[path].describe()
    assert len(doc) > len(path) + 8, doc


def test_help_says_how_to_call():
    assert "T.gpu.atomic_add(element, value" in T.gpu.atomic_add.__doc__
    assert "T.Tensor(shape, dtype=, *, scope=" in T.Tensor.__doc__
    assert "T.gpu.thread_idx" in T.gpu.__doc__
    assert "x: T.float32 = 0" in T.float32.__doc__
    assert "The same as `T.gpu.thread_idx`" in T.cuda.thread_idx.__doc__
    assert "T.<module>" not in type(T.exp).__doc__


def test_signatures():
    assert list(inspect.signature(T.gpu.atomic_add).parameters)[:2] == ["element", "value"]
    assert inspect.signature(T.alloc_tensor).parameters["scope"].kind is inspect.Parameter.KEYWORD_ONLY


def test_misspelt_names_are_suggested():
    with pytest.raises(AttributeError, match=r"did you mean T\.sqrt\?"):
        T.sqrtt  # noqa: B018
    with pytest.raises(AttributeError, match=r"did you mean T\.gpu\.thread_idx\?"):
        T.gpu.thread_id  # noqa: B018


def test_completion():
    assert {"atomic_add", "thread_idx", "LaunchConfig"} <= set(dir(T.gpu))
    assert {"function", "gpu", "exp", "float32", "parse"} <= set(dir(T))


# ---- stubs ----

STUB = ast.parse(make_stubs.STUBS.read_text())


def stubbed(body, prefix=""):
    for node in body:
        if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
            yield prefix + node.name, node
            if isinstance(node, ast.ClassDef) and node.name[0] != "_":
                yield from stubbed(node.body, prefix + node.name + ".")
        elif isinstance(node, ast.AnnAssign):
            yield prefix + node.target.id, node


def test_stubs_are_up_to_date():
    assert make_stubs.STUBS.read_text() == make_stubs.stub_text(), "run: ./run bless"


def test_stubs_have_every_name_with_its_documentation():
    nodes = dict(stubbed(STUB.body))
    for path, name in NAMES.items():
        if path.rpartition(".")[2] in ("and", "or", "in", "is", "not"):
            continue
        node = nodes[path]
        if isinstance(node, ast.FunctionDef) and path not in ("function", "inline"):
            assert (ast.get_docstring(node) or "") == name._text
            given = node.args
            names = [a.arg for a in [*given.posonlyargs, *given.args, *given.kwonlyargs]]
            plain = [
                p
                for p in name.__signature__.parameters.values()
                if p.kind not in (p.VAR_POSITIONAL, p.VAR_KEYWORD)
            ]
            assert sorted(names) == sorted(
                p.name for p in plain
            )  # what has a default follows operands without names


def test_stubs_name_nothing_else():
    known = {*NAMES, *dir(T)}
    assert not [path for path, _ in stubbed(STUB.body) if path[0] != "_" and path not in known]


def test_the_package_says_that_it_is_typed():
    assert (make_stubs.ROOT / "python/tirx/py.typed").exists()
    assert not [name for name in tirx.__all__ if not hasattr(tirx, name)]


# Of CUDA's headers: a function of such a name would clash with them, or take the place of what `T.exp` calls.
LIBRARY = [
    "expf",
    "sqrtf",
    "powf",
    "fmaxf",
    "fmaf",
    "rsqrtf",
    "erfcf",
    "norm",
    "umin",
    "malloc",
    "signbit",
    "saturate",
    "cospif",
    "std",
    "rintf",
]


def test_functions_called_like_the_librarys_are_renamed():
    functions = "".join(
        f"""
@T.function(private=True)
def {name}(x: T.float32) -> T.float32:
    return T.sqrt(T.exp(x)) + {place}.0

"""
        for place, name in enumerate(LIBRARY)
    )
    calls = " + ".join(f"{name}(A[0])" for name in LIBRARY)
    module = tirx.parse(
        f"""from tirx import script as T
{functions}
@T.function
def f(A: T.Tensor((1,), "float32")):
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=1, block=1)):
        norm3d = A[0]
        A[0] = norm3d + {calls}
"""
    )
    text = tirx.compile(module, arch="sm_90a", executor="device").inspect_source("cuda")
    for name in LIBRARY:
        assert f"float {name}(" not in text and f"float {name}_1(" in text
    assert "float norm3d = " in text  # variables may be called so
    values = np.zeros(1, "float32")
    tirx.compile(module, executor="simulator")(values)
    assert values[0] == len(LIBRARY) + sum(range(len(LIBRARY)))
