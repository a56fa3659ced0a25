# SPDX-License-Identifier: Apache-2.0
"""Targets: what code is compiled for."""

import json

import tvm_ffi

from . import _native


@_native.register_object("tirx.Target")
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

    def export(self):
        """The target as a plain dict, which Target() reads."""
        return json.loads(self.to_json())

    @property
    def arch(self):
        """The architecture; None where the target names none."""
        return self.export().get("arch")

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


def register_tag(name, target, *, override=False):
    """Names a target, `"local/name"`: afterwards `Target(name)` and `Target({"tag": name})` mean it, with all
    its attributes, `backend_config` included. `target` is what Target() takes. ValueError for a name that is
    there, unless `override`.
    """
    _native.call("register_tag", name, Target(target).to_json(), bool(override))


def detect_target_from_device(device):
    """The target of a device here, with the figures that its driver gives: `"cuda"`, `"cuda:1"`, or what
    tvm-ffi takes as a device."""
    if not isinstance(device, str):
        device = str(tvm_ffi.device(device) if not isinstance(device, tvm_ffi.Device) else device)
    kind, _, number = device.partition(":")
    return _native.call("detect_target", kind, int(number or 0))
