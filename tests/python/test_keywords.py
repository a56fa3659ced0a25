# SPDX-License-Identifier: Apache-2.0
"""Compiled functions called with keyword arguments, and what they say when these are wrong."""

import numpy as np
import pytest
import tirx
from tirx import script as T


@T.function
def fill(A: T.Tensor(("n", 4), "float32"), k: T.int32, x: T.float32):
    for i in T.serial(A.shape[0]):
        A[i, k] = x


@pytest.fixture(scope="module", params=["compiled", "artifact", "library"])
def functions(request, tmp_path_factory):
    executable = tirx.compile(fill, target="cpu")
    path = tmp_path_factory.mktemp("keywords")
    if request.param == "artifact":
        executable.save(path / "fill.tirx")
        return tirx.load(path / "fill.tirx")
    if request.param == "library":
        executable.export_library(path / "fill.so")
        return tirx.load_module(path / "fill.so")
    return executable


@pytest.mark.parametrize(
    ("given", "named"),
    [(0, ("A", "k", "x")), (0, ("x", "k", "A")), (1, ("x", "k")), (2, ("x",)), (3, ())],
)
def test_any_order(functions, given, named):
    values = {"A": np.zeros((3, 4), "float32"), "k": 2, "x": 1.5}
    functions(*list(values.values())[:given], **{name: values[name] for name in named})
    functions.fill(*list(values.values())[:given], **{name: values[name] for name in named})
    assert values["A"].tolist() == [[0, 0, 1.5, 0]] * 3


SIGNATURE = r"fill\(A: Tensor\(\(n, 4\), float32\), k: int32, x: float32\)"


@pytest.mark.parametrize(
    ("args", "keywords", "said"),
    [
        (1, {"k": 1, "y": 2}, rf"fill\(\) got an unexpected keyword argument 'y'; it is {SIGNATURE}"),
        (1, {"n": 1}, "unexpected keyword argument 'n'"),
        (2, {"k": 1, "x": 2}, r"fill\(\) got multiple values for argument 'k'"),
        (3, {"x": 2}, "multiple values for argument 'x'"),
        (0, {"k": 1}, rf"fill\(\) is missing 'A', 'x'; it is {SIGNATURE}"),
        (1, {"k": "1", "x": 2}, "argument #1 when calling: .*expected int, got str"),
    ],
)
def test_wrong_keywords(functions, args, keywords, said):
    given = [np.zeros((3, 4), "float32"), 1, 1.0][:args]
    with pytest.raises(TypeError, match=said):
        functions(*given, **keywords)


def test_several_functions_and_how_they_show():
    module = tirx.parse(
        "from tirx import script as T\n"
        "@T.function\ndef twice(k: T.int64) -> T.int64:\n    return k * 2\n"
        "@T.function\ndef none():\n    pass\n"
    )
    several = tirx.compile(module, target="cpu")
    assert several.twice(k=4) == 8
    assert several["none"]() is None
    assert repr(several.twice) == "<compiled function twice(k: int64)>"
    assert several.twice.__name__ == "twice"
    with pytest.raises(TypeError, match="several functions, pick one"):
        several(k=4)
    with pytest.raises(TypeError, match=r"none\(\) got an unexpected keyword argument 'k'"):
        several.none(k=1)
