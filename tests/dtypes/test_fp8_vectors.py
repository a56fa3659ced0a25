# SPDX-License-Identifier: Apache-2.0
"""Vectors of fp8 are converted two lanes at a time, with the bits of the conversions of one lane."""

import re

import numpy as np
import pytest
import tirx
from dtypes import small_floats as sf

FP8 = ["float8_e4m3fn", "float8_e5m2"]
WIDER = ["float32", "float16", "bfloat16"]
LANES = [2, 4, 8, 16]
BLOCK = 32

# Both forms: whole vectors, and lane by lane out of a loop that stays one.
CONVERT = """
@T.function
def convert_{name}(X: T.Tensor(("n",), "{source}"), V: T.Tensor(("n",), "{to}"), S: T.Tensor(("n",), "{to}")):
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=T.ceildiv(n, {lanes} * 32), block=32)):
        first = (T.gpu.block_idx("x") * 32 + T.gpu.thread_idx("x")) * {lanes}
        V[first:first + {lanes}] = T.cast(X[first:first + {lanes}], "{to}")
        for k in range({lanes}):
            S[first + k] = T.cast(X[first + k], "{to}")
"""
PAIRS = [(a, b) for fp8 in FP8 for wide in WIDER for a, b in [(fp8, wide), (wide, fp8)]]


def module_of(cases):
    text = "".join(
        CONVERT.format(name=f"{source}_{to}_{lanes}", source=source, to=to, lanes=lanes)
        for source, to, lanes in cases
    )
    return tirx.parse("from tirx import script as T\n" + text)


def inputs(source, to, lanes):
    values = sf.patterns(source) if source in FP8 else sf.SOURCES[source](to)
    padded = np.zeros(-len(values) % (lanes * BLOCK), values.dtype)
    return np.concatenate([values, padded])


def typed(words, dtype):
    return words.view(getattr(sf.ml_dtypes, dtype)) if dtype in FP8 or dtype == "bfloat16" else words


def outputs(count, to):
    plain = {"float32": np.float32, "float16": np.float16, "bfloat16": np.uint16}
    return np.zeros(count, plain.get(to, np.uint8))


@pytest.mark.parametrize("arch", ["sm_80", "sm_90a", "sm_100a"])
def test_all_of_them_compile(arch):
    cases = [(source, to, lanes) for source, to in PAIRS for lanes in LANES]
    exe = tirx.compile(module_of(cases), arch=arch)
    text = exe.inspect_source()
    assert len(re.findall(r"^static .*x(2|4|8|16)_of_", text, re.M)) == len(cases)
    used = {resource["name"]: resource for resource in exe.resources}
    assert len(used) == len(cases)
    for name, resource in used.items():
        assert resource["spill_bytes"] == 0 and resource["stack_bytes"] == 0, name


@pytest.mark.parametrize("lanes", [3, 5])
def test_odd_vectors_are_converted_lane_by_lane(lanes):
    text = tirx.compile(module_of([("float32", "float8_e4m3fn", lanes)]), arch="sm_90a").inspect_source()
    assert "_of_f32" not in text and text.count("__nv_fp8_e4m3(") == lanes + 1


@pytest.mark.parametrize(("source", "to"), PAIRS)
def test_vectors_and_elements_agree(source, to):
    values = inputs(source, to, 8)
    whole, lane_by_lane = outputs(len(values), to), outputs(len(values), to)
    exe = tirx.compile(module_of([(source, to, 8)]), executor="simulator")
    exe(typed(values, source), typed(whole, to), typed(lane_by_lane, to))
    np.testing.assert_array_equal(whole.view(np.uint8), lane_by_lane.view(np.uint8))


@pytest.mark.parametrize(("source", "to"), PAIRS)
def test_a_pair_is_one_instruction(source, to):
    module = tirx.parse(f'''from tirx import script as T

@T.function
def convert(X: T.Tensor((256,), "{source}"), Y: T.Tensor((256,), "{to}")):
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=1, block=32)):
        first = T.gpu.thread_idx("x") * 8
        Y[first:first + 8] = T.cast(X[first:first + 8], "{to}")
''')
    config = {"cuda": {"target_format": "ptx"}}
    ptx = tirx.compile(module, arch="sm_90a", backend_config=config).inspect_source("ptx")
    (format,) = {"e4m3", "e5m2"} & {dtype[7:11] for dtype in (source, to)}
    pattern = rf"cvt\.rn\.f16x2\.{format}x2" if source in FP8 else rf"cvt\.rn\.satfinite\.{format}x2"
    assert len(re.findall(pattern, ptx)) == 4, ptx


@pytest.mark.gpu
@pytest.mark.parametrize("lanes", LANES)
@pytest.mark.parametrize(("source", "to"), PAIRS)
def test_device_gives_the_simulators_bits(source, to, lanes):
    values = typed(inputs(source, to, lanes), source)
    expected, unused = (typed(outputs(len(values), to), to) for _ in range(2))
    module = module_of([(source, to, lanes)])
    tirx.compile(module, executor="simulator")(values, expected, unused)
    results = [tirx.empty(values.shape, to, device="cuda") for _ in range(2)]
    tirx.compile(module, target="cuda")(tirx.tensor(values, device="cuda"), *results)
    whole, lane_by_lane = (tirx.to_numpy(result) for result in results)
    np.testing.assert_array_equal(whole.view(np.uint8), lane_by_lane.view(np.uint8))
    nan = np.isnan(expected.astype(np.float32))  # which NaN it is differs
    np.testing.assert_array_equal(np.isnan(whole.astype(np.float32)), nan)
    words = {1: np.uint8, 2: np.uint16, 4: np.uint32}[expected.itemsize]
    np.testing.assert_array_equal(whole.view(words)[~nan], expected.view(words)[~nan])
