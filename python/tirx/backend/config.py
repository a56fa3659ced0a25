# SPDX-License-Identifier: Apache-2.0
"""`backend_config`, the mapping `{"<backend>": {...}}` that says how device code is compiled.

docs/backend_config.md has the keys, which of several configurations wins, and what artifacts keep. What does
not fit raises: ValueError for an unknown backend, key or value, TypeError for a value of another type.
"""

import json

from .. import _native
from ..target import Target
from ._plain import plain


def copy_backend_config(config=None):
    """A checked copy; None and {} are the empty configuration. No defaults are filled in."""
    return json.loads(_native.call("copy_backend_config", plain(config)))


def merge_backend_configs(*configs):
    """The keys of later configurations over those of earlier ones; a list replaces the inherited one."""
    return json.loads(_native.call("merge_backend_configs", [plain(config) for config in configs]))


def backend_config_json(config=None):
    """Canonical JSON text: keys sorted, no blanks, lists in their order. Equal configurations, equal text."""
    return str(_native.call("copy_backend_config", plain(config)))


def parse_backend_config(value):
    """The configuration of a JSON text; "" is the empty one."""
    if not isinstance(value, str):
        raise TypeError(f"a configuration is parsed from a string, not {type(value).__name__}")
    return json.loads(_native.call("parse_backend_config", value))


def prepare_target(target, config=None, mod=None):
    """The Target of a build.

    One without an architecture (also None) gets that of `config`, or that of the device entries of `mod` if
    each names one; None stays None where nothing is configured. ValueError for two architectures that
    conflict, and for a part of a backend that the target does not belong to. No device is looked for.
    """
    if target is not None and not isinstance(target, Target):
        target = Target(target)
    module = getattr(mod, "module", mod)
    return _native.call("prepare_target", target, plain(config), module)


def _from_command_line(value):
    import argparse  # few programs need it, and it takes a while

    try:
        return parse_backend_config(value)
    except (TypeError, ValueError) as error:
        raise argparse.ArgumentTypeError(str(error)) from error


def add_backend_config_argument(parser):
    """Adds `--backend-config JSON` to an argparse parser; its value is a checked configuration, or None."""
    parser.add_argument(
        "--backend-config",
        type=_from_command_line,
        default=None,
        metavar="JSON",
        help='how device code is compiled, as in {"cuda": {"compiler": "nvcc"}}',
    )


__all__ = [
    "add_backend_config_argument",
    "backend_config_json",
    "copy_backend_config",
    "merge_backend_configs",
    "parse_backend_config",
    "prepare_target",
]
