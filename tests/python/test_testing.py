# SPDX-License-Identifier: Apache-2.0
"""tirx.testing.check: a kernel against a reference, on the simulator."""

from pathlib import Path

import numpy as np
import pytest
import tirx
from tirx import script as T
from tirx import testing


@T.function
def double(x: T.Tensor((64,), "float32"), y: T.Tensor((64,), "float32")):
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=1, block=64)):
        t = T.gpu.thread_idx("x")
        y[t] = x[t] + x[t]


@T.function
def reverse_without_barrier(x: T.Tensor((64,), "float32"), y: T.Tensor((64,), "float32")):
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=1, block=64)):
        t = T.gpu.thread_idx("x")
        y[t] = x[t]
        y[63 - t] = x[t]


X, Y = np.arange(64, dtype="float32"), np.zeros(64, dtype="float32")


def test_a_right_kernel_passes_and_leaves_the_inputs_alone():
    def reference(x, y):
        y[:] = 2 * x

    arguments = testing.check(double, [X, Y], reference)
    assert arguments[1][3] == 6 and Y[3] == 0
    testing.check(double, [X, Y], {1: 2 * X})


def test_a_wrong_value_names_the_argument():
    with pytest.raises(AssertionError, match="argument 1"):
        testing.check(double, [X, Y], {1: 2 * X + 0.01})
    testing.check(double, [X, Y], {1: 2 * X + 0.01}, tol=0.02)


@pytest.mark.parametrize("dtype", ["int32", "uint8", "bool"])
def test_results_are_not_rounded_to_the_expected_type(dtype):
    x = np.full(64, 0.85, "float32")
    with pytest.raises(AssertionError, match="argument 1"):
        testing.check(double, [x, Y], {1: np.full(64, 1, dtype)})


def test_what_the_simulator_reports_is_raised():
    with pytest.raises(RuntimeError, match="SimRace"):
        testing.check(reverse_without_barrier, [X, Y], {})


def test_checks_can_be_turned_off():
    y = Y.copy()
    tirx.compile(reverse_without_barrier, executor="simulator", no_check=["races"])(X, y)
    assert y[40] == 40  # the second warp came last
    with pytest.raises(tirx.DiagnosticError, match="no such check; there are bounds"):
        tirx.compile(double, executor="simulator", no_check=["luck"])


@T.function
def squares(X: T.Tensor((8192,), "int32"), Y: T.Tensor((8192,), "int32")):
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=64, block=128)):
        i = T.gpu.block_idx("x") * 128 + T.gpu.thread_idx("x")
        Y[i] = X[i] * X[i]


@T.function
def shifted(X: T.Tensor((8192,), "int32"), Y: T.Tensor((8192,), "int32")):
    """Each block reads what the one before it has written: their order is seen."""
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=64, block=128)):
        b = T.gpu.block_idx("x")
        t = T.gpu.thread_idx("x")
        if b == 0:
            Y[t] = X[t]
        else:
            Y[b * 128 + t] = Y[(b - 1) * 128 + t] + 1


@pytest.mark.parametrize("threads", [1, 2, 5])
def test_results_do_not_depend_on_threads(threads):
    x, y = np.arange(8192, dtype="int32"), np.zeros(8192, "int32")
    tirx.compile(squares, executor="simulator", threads=threads)(x, y)
    np.testing.assert_array_equal(y, x * x)


@pytest.mark.parametrize("threads", [1, 2, 5])
def test_reports_do_not_depend_on_threads(threads):
    reports, results = [], []
    for count in (1, threads):
        x, y = np.arange(8192, dtype="int32"), np.zeros(8192, "int32")
        with pytest.raises(RuntimeError, match="data race") as raised:
            tirx.compile(shifted, executor="simulator", threads=count)(x, y)
        reports.append(str(raised.value))
        results.append(y)
    assert reports[0] == reports[1]
    np.testing.assert_array_equal(*results)


def test_trace_and_steps_of_python(capfd):
    x, y = np.arange(8192, dtype="int32"), np.zeros(8192, "int32")
    tirx.compile(squares, executor="simulator", trace=(1, 0, 0, 2, 0, 0))(x, y)
    assert ": Y[130] = 16900\n" in capfd.readouterr().out
    with pytest.raises(ValueError, match="six numbers"):
        tirx.compile(squares, executor="simulator", trace=(1, 0, 0))
    with pytest.raises(RuntimeError, match="endless loop"):
        tirx.compile(squares, executor="simulator", max_steps=2)(x, y)


@T.function
def slow_flag(Y: T.Tensor((64,), "int32"), turns: T.int32):
    """The second warp works for long, without a store, before it sets what the first one waits for."""
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=1, block=64)):
        t = T.gpu.thread_idx("x")
        flag = T.alloc_shared((1,), "int32")
        if t == 0:
            flag[0] = 0
        T.gpu.sync()
        bits: T.int32 = t
        if t < 32:
            while T.gpu.atomic_add(flag[0], 0) == 0:
                bits = bits ^ 1
        else:
            for k in range(turns):
                bits = bits ^ (k & 3)
            if t == 32:
                T.gpu.atomic_exchange(flag[0], 1)
        Y[t] = bits | 1


def test_long_work_is_no_endless_loop():
    y = np.zeros(64, "int32")
    tirx.compile(slow_flag, executor="simulator")(y, 200_000)
    np.testing.assert_array_equal(y, np.arange(64) | 1)
    with pytest.raises(RuntimeError, match="SimStepBudget"):
        tirx.compile(slow_flag, executor="simulator", max_steps=100_000)(y, 200_000)


@T.function
def told_exactly(X: T.Tensor((4,), "int32"), Y: T.Tensor((8,), "float32")):
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=1, block=1)):
        counts = T.alloc_shared((4,), "int32")
        parts = T.alloc_shared((2, 4), "float32")
        counts[0] = -X[0]
        parts[1, 0] = 1.0
        T.gpu.atomic_add(counts[3], counts[0])
        Y[0:4] = parts[1, 0:4]


@pytest.mark.parametrize(
    "said",
    [
        r"error: -\(-2147483648\) overflows int32; signed overflow",
        r"error: `T.gpu.atomic_add` at byte offset 12 of `counts`: read before anything was written there",
        r"error: `parts\[1, 0:4\]`: read before anything was written there",
    ],
)
def test_reports_name_what_is_accessed(said):
    with pytest.raises(RuntimeError, match=said):
        testing.check(told_exactly, [np.full(4, -(2**31), "int32"), np.zeros(8, "float32")], {})


@T.function
def vectors(X: T.Tensor((8, 4), "float32"), Y: T.Tensor((8, 4), "float32")):
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=1, block=8)):
        t = T.gpu.thread_idx("x")
        v = X[t, 0:4] + X[t, 0:4]
        Y[t, 0:4] = v


def test_a_trace_shows_all_of_a_vector():
    x, y = np.arange(32, dtype="float32").reshape(8, 4), np.zeros((8, 4), "float32")
    seen = []
    tirx.compile(
        vectors, executor="simulator", trace=(0, 0, 0, 2, 0, 0), on_trace=lambda *line: seen.append(line[2])
    )(x, y)
    assert seen == ["t = 2", "v = (16, 18, 20, 22)", "Y[2, 0:4] = (16, 18, 20, 22)"]


@T.function
def not_a_number(Y: T.Tensor((1,), "float32"), x: T.float32):
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=1, block=1)):
        Y[0] = (x - x) / (x - x)
        T.gpu.printf("%f %e\n", Y[0], -Y[0])


def test_a_nan_is_shown_without_a_sign(capfd):
    """Hosts and devices give theirs different ones."""
    y = np.zeros(1, np.float32)
    tirx.compile(not_a_number, executor="simulator", trace=(0, 0, 0, 0, 0, 0))(y, 2.0)
    shown = capfd.readouterr().out
    assert ": Y[0] = nan\n" in shown and "nan nan\n" in shown and "-nan" not in shown


@T.function
def running_sum(X: T.Tensor((64,), "int32"), Y: T.Tensor((64,), "int32")):
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=2, block=32)):
        i = T.gpu.block_idx("x") * 32 + T.gpu.thread_idx("x")
        total: T.int32 = 0
        for k in T.serial(3):
            total += X[i] * k
            Y[i] = total


def line_of(text):
    lines = Path(__file__).read_text(encoding="utf-8").splitlines()
    return 1 + next(number for number, line in enumerate(lines) if line.strip() == text)


def test_breakpoints_show_values_and_memory():
    x, y = np.arange(64, dtype="int32"), np.zeros(64, "int32")
    line, stops = line_of("Y[i] = total"), []
    after = testing.break_at(running_sum, [x, y], [line], stops.append, thread=(1, 0, 0, 3, 0, 0))
    assert [stop.computed for stop in stops] == ["Y[35] = 0", "Y[35] = 35", "Y[35] = 105"]
    assert {(stop.file, stop.line) for stop in stops} == {(__file__, line)}
    # The first block has ended, the second is in the middle: snapshots of global memory.
    assert [int(stop.arguments[1][35]) for stop in stops] == [0, 35, 105]
    assert all(stop.arguments[1][5] == 15 for stop in stops)
    np.testing.assert_array_equal(after[1], 3 * x)
    assert not y.any()


@T.function
def nothing(n: T.int32, Y: T.Tensor((1,), "int32")):
    with T.device_entry(launch=T.gpu.LaunchConfig(grid=n, block=32)):
        Y[0] = 1


def test_breakpoints_at_several_lines_and_nowhere():
    x, y = np.arange(64, dtype="int32"), np.zeros(64, "int32")
    lines = [line_of("for k in T.serial(3):"), line_of("total += X[i] * k")]
    computed = []
    testing.break_at(running_sum, [x, y], lines, lambda stop: computed.append(stop.computed))
    assert computed[:3] == ["k = 0", "total = 0", "k = 1"]
    thread = r"thread \(0, 0, 0, 0, 0, 0\)"
    expected = rf"no breakpoint was reached in line 1: {thread} computes values in lines .*{lines[1]}"
    with pytest.warns(UserWarning, match=expected):
        testing.break_at(running_sum, [x, y], [1], lambda stop: computed.clear())
    assert computed


def test_a_breakpoint_in_a_launch_without_blocks():
    with pytest.warns(UserWarning, match="in lines 1, 2: .* computes nothing, or no block was launched"):
        testing.break_at(nothing, [0, np.zeros(1, "int32")], [1, 2], lambda stop: None)


def test_what_a_breakpoint_raises_ends_the_run():
    x, y = np.arange(64, dtype="int32"), np.zeros(64, "int32")

    def stop_here(stop):
        raise KeyError(stop.computed)

    with pytest.raises(KeyError, match="Y\\[0\\] = 0"):
        testing.break_at(running_sum, [x, y], [line_of("Y[i] = total")], stop_here)
    with pytest.raises(RuntimeError, match="is to be traced"):
        testing.break_at(running_sum, [x, y], [1], stop_here, thread=(9, 0, 0, 0, 0, 0))
    with pytest.raises(ValueError, match="without trace="):
        tirx.compile(running_sum, executor="simulator", on_trace=print)


def test_what_a_breakpoint_raises_keeps_its_type():
    class Enough(Exception):
        pass

    def stop(_):
        raise Enough

    line = 1 + Path(__file__).read_text(encoding="utf-8").splitlines().index("        y[t] = x[t] + x[t]")
    with pytest.raises(Enough):
        testing.break_at(double, [X, Y], [line], stop)
