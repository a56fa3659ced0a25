# SPDX-License-Identifier: Apache-2.0
"""`T.acme`: operations with their semantics, and functions that build IR of them."""

import numpy as np
from tirx import script as T
from tirx.backend import Field, Param, Refusal, Registrar


def blend(a, b, percent):
    """What each lane computes on the simulator: float32 as the machine rounds."""
    share = np.float32(percent) / np.float32(100)
    return a * share + b * (np.float32(1) - share)


def linear_thread(lanes):
    return lanes.thread


def scale(value, factor=2):
    """`value * factor`, which is no multiplication for a factor of 1."""
    if factor == 0:
        raise Refusal("a factor of 0 is surely a mistake")
    return value if factor == 1 else value * factor


def average(a, b):
    """The mean of two float32 numbers, in one step."""
    return T.acme.blend(a, b, percent=50)  # type: ignore[attr-defined]


def register(registrar: Registrar) -> None:
    registrar.namespace("acme", "What the acme machine can do.")
    registrar.operation(
        "acme.blend",
        params=[
            Param("a", types=["float32"]),
            Param("b", types=["float32"]),
            Param("percent", "int", default=50),
        ],
        returns="float32",
        emit="acme_blend({0}, {1}, {percent})",
        needs="blend",
        sim=blend,
        ulp=1,
        doc="`percent` of `a`, and the rest of `b`.",
        source="Acme's manual, section 3",
    )
    registrar.operation(
        "acme.linear_thread",
        returns="int32",
        effect="thread",
        emit="acme_linear_thread()",
        needs="place",
        sim=linear_thread,
        doc="The number of the thread in its block; x runs fastest.",
        source="Acme's manual, section 4",
    )
    registrar.namespace_function("acme.scale", scale)
    registrar.namespace_function("acme.average", average)
    registrar.alias("acme.thread_idx", "gpu.thread_idx")
    registrar.record("acme.Hint", [Field("priority")], use="part", doc="For launches.")
