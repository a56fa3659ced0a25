# SPDX-License-Identifier: Apache-2.0
"""Functions of a backend as the native side calls them: they never raise, and what they return crosses the
border. python/native/backend_callback.h is the other half."""

from __future__ import annotations

import traceback
from collections.abc import Callable
from typing import Any, TypeVar

from .. import _native

T = TypeVar("T")

# How a call went; the numbers are those of CallOutcome::Kind.
_VALUE, _REFUSED, _RAISED = range(3)


class Refusal(Exception):
    """Raised by a backend's function for what the user may not do: an error at a place of the script, without
    a traceback. `at` is a node of the IR, or a span."""

    def __init__(self, message: str, at: Any = None) -> None:
        super().__init__(message)
        self.span = getattr(at, "span", at)


def guarded(function: Callable[..., Any]) -> Callable[..., tuple[Any, ...]]:
    """The function, which returns how it went beside its value."""

    def call(*arguments: Any) -> tuple[Any, ...]:
        try:
            return (_VALUE, function(*arguments))
        except Refusal as refusal:
            return (_REFUSED, str(refusal), refusal.span)
        except KeyboardInterrupt:
            _native.note_interrupt()
            return (_RAISED, "KeyboardInterrupt", "")
        except BaseException as error:  # any code of the backend's
            return (_RAISED, _summary(error), _traceback(error))

    return call


def _summary(error: BaseException) -> str:
    text = str(error)
    return f"{type(error).__name__}: {text}" if text else type(error).__name__


def _traceback(error: BaseException) -> str:
    """The traceback from the backend's own code on."""
    trace = error.__traceback__
    while trace is not None and trace.tb_frame.f_code.co_filename.startswith(_HERE):
        trace = trace.tb_next
    return "".join(traceback.format_exception(type(error), error, trace)).rstrip("\n")


_HERE = __file__.rpartition("/")[0] + "/"


def expect(what: str, value: object, kind: type[T], name: str) -> T:
    """The value, which must be of that type; `name` says it for messages: "an IRModule"."""
    if not isinstance(value, kind):
        raise TypeError(f"{what} is {name}, not {type(value).__name__}")
    return value
