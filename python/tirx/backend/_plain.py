# SPDX-License-Identifier: Apache-2.0
"""Plain copies of what a caller hands in: nothing that is changed later changes them."""

from collections.abc import Mapping, Sequence


def plain(value):
    """A copy of mappings and sequences as dicts and lists. TypeError for what JSON could not hold."""
    if isinstance(value, Mapping):
        return {key: plain(item) for key, item in value.items()}
    if isinstance(value, Sequence) and not isinstance(value, (str, bytes, bytearray)):
        return [plain(item) for item in value]
    if value is None or isinstance(value, (str, bool, int, float)):
        return value
    raise TypeError(
        f"a backend configuration holds strings, lists of strings and mappings, not {type(value).__name__}"
    )
