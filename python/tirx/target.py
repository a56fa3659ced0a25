# SPDX-License-Identifier: Apache-2.0
"""Targets: what code is compiled for."""

import json

import tvm_ffi

from . import _native


@tvm_ffi.register_object("tirx.Target")
class Target(tvm_ffi.Object):
    """A kind of device with its attributes and its host. Targets do not change; equal ones are equal."""

    __slots__ = ()

    def __init__(self, target):
        """From a kind ("cuda"), a tag ("nvidia/nvidia-h100"), JSON text, a dict, or another Target."""
        if isinstance(target, Target):
            target = target.to_json()
        if isinstance(target, dict):
            target = json.dumps(target)
        if not isinstance(target, str):
            raise TypeError(f"a target is a string, a dict or a Target, not {type(target).__name__}")
        self.__move_handle_from__(_native.call("parse_target", target))

    def to_json(self):
        """The target as JSON text, which Target() reads."""
        return str(_native.function("target_json")(self))

    def __repr__(self):
        return f"Target({self.to_json()})"

    def __eq__(self, other):
        return isinstance(other, Target) and self.to_json() == other.to_json()

    def __hash__(self):
        return hash(self.to_json())

    def __copy__(self):
        return self

    def __deepcopy__(self, memo):
        return self

    def __reduce__(self):
        return (Target, (self.to_json(),))
