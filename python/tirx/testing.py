# SPDX-License-Identifier: Apache-2.0
"""For tests of kernels: run on the simulator with all checks, compare with a reference."""

import warnings
from typing import NamedTuple

import numpy as np

from ._compile import compile


def check(kernel, inputs, reference, tol=0.0):
    """Runs `kernel` on the simulator and compares what it leaves in its arguments.

    inputs: one NumPy array or number per parameter; the arrays are not changed.
    reference: a function that gets copies of the inputs and changes the arrays as the kernel should; or the
    arrays that are expected, by position of the parameter, as `{1: expected}`.
    tol: the largest difference allowed, absolute plus relative to the expected value; 0 asks for equality.
    Raises RuntimeError with the simulator's report for whatever the kernel does wrong, AssertionError where a
    value differs. Returns the arguments after the run.
    """
    arguments = [_copy(value) for value in inputs]
    compile(kernel, executor="simulator")(*arguments)
    if callable(reference):
        wanted = [_copy(value) for value in inputs]
        reference(*wanted)
        expected = {i: value for i, value in enumerate(wanted) if isinstance(value, np.ndarray)}
    else:
        expected = dict(reference)
    for position, value in expected.items():
        np.testing.assert_allclose(
            _comparable(arguments[position]),
            _comparable(value),
            rtol=tol,
            atol=tol,
            err_msg=f"argument {position} of the kernel",
        )
    return arguments


class Stop(NamedTuple):
    """What a breakpoint sees: the place, what the thread has just computed, the arguments at that moment."""

    file: str
    line: int
    computed: str  # "i = 35"
    arguments: list  # copies
    shared: dict  # copies of the block's shared tensors, by name; what nothing has written holds anything


def break_at(kernel, inputs, lines, callback, thread=(0, 0, 0, 0, 0, 0)):
    """Runs `kernel` on the simulator and calls `callback(stop)` where a thread computes something in `lines`.

    lines: numbers of lines of the kernel's file. thread: the indices of its block and in it.
    stop: a Stop; its arrays are snapshots, taken after the assignment, that may be kept. Returns the
    arguments after the run; what the callback raises ends it. Warns when the thread computes nothing in
    `lines`; a launch without that thread is an error.
    """
    arguments = [_copy(value) for value in inputs]
    wanted = set(lines)
    seen = set()
    raised = []

    def visit(file, line, what, shared):
        seen.add(line)
        if line in wanted:
            try:
                callback(Stop(file, line, what, [_copy(value) for value in arguments], shared()))
            except BaseException as error:  # on its way through native code it would lose its type
                raised.append(error)
                raise

    run = compile(kernel, executor="simulator", trace=thread, on_trace=visit)
    try:
        run(*arguments)
    except BaseException as error:
        raise (raised[0] if raised else error) from None
    if not seen & wanted:
        _warn_not_reached(thread, wanted, seen)
    return arguments


def _warn_not_reached(thread, wanted, seen):
    where = f"values in {_lines_text(seen)}" if seen else "nothing, or no block was launched"
    warnings.warn(
        f"no breakpoint was reached in {_lines_text(wanted)}: thread {tuple(thread)} computes {where}",
        stacklevel=3,
    )


def _lines_text(lines):
    text = ", ".join(str(line) for line in sorted(lines))
    return f"line {text}" if len(lines) == 1 else f"lines {text}"


def _comparable(value):
    """Without loss: types of ml_dtypes, which NumPy cannot compare, as float64; others as they are."""
    value = np.asarray(value)
    return value.astype(np.float64) if value.dtype.type.__module__ == "ml_dtypes" else value


def _copy(value):
    return value.copy() if isinstance(value, np.ndarray) else value
