# SPDX-License-Identifier: Apache-2.0
"""The target kind `acme`, its tags, its detector, and its part of `backend_config`."""

from tirx.backend import Attr, Refusal, Registrar

ARCHITECTURES = ("v1", "v2")


def check_attrs(attrs):
    if attrs.get("arch", "v1") not in ARCHITECTURES:
        raise Refusal(f"there is no architecture {attrs['arch']!r}; there are {', '.join(ARCHITECTURES)}")


def detect(device_id):
    if device_id != 0:
        raise Refusal("the host is device 0")
    return {"kind": "acme", "arch": "v2"}


def check_config(part):
    """`{"acme": {"optimize": 0 to 3}}`."""
    for key, value in part.items():
        if key not in ("optimize", "arch"):
            raise Refusal(f"there is no key {key!r}; there is 'optimize'")
        if key == "optimize" and value not in range(4):
            raise Refusal(f"'optimize' is 0 to 3, not {value!r}")


def register(registrar: Registrar) -> None:
    registrar.target_kind(
        "acme",
        attrs=[Attr("arch", "str", "v1 or v2"), Attr("max_threads_per_block", "int")],
        check=check_attrs,
        max_threads_per_block=1024,
        compute_types=["bool", "int32", "int64", "float32", "float64"],
        doc="C, one thread after another.",
    )
    registrar.tag("acme/desk", {"kind": "acme", "arch": "v2"}, source="Acme's manual, section 2")
    registrar.detector("acme", detect)
    registrar.config_schema(check_config, defaults={"optimize": 1})
