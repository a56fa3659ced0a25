# SPDX-License-Identifier: Apache-2.0
"""How far a device may be from the simulator by what a row states, and how far it is."""

from dataclasses import dataclass

import numpy as np
from intrinsics.row_inputs import DTYPES, is_float
from intrinsics.test_rows import ROUGH


def is_nan(values):
    with np.errstate(invalid="ignore"):  # a signalling NaN is one too
        return np.isnan(values) if is_float(values.dtype) else np.zeros(len(values), bool)


def same_bits(one, other):
    bits = f"uint{one.dtype.itemsize * 8}"
    return one.view(bits) == other.view(bits)


def _ordered(values):
    """Floats as integers in the same order, so that neighbours differ by 1."""
    size = values.dtype.itemsize
    bits = values.view(f"int{size * 8}").astype(object if size == 8 else np.int64)
    return np.where(bits >= 0, bits, -(bits + (1 << (size * 8 - 1))))


def distance(one, other):
    """By value, in units in the last place: 0 for two NaN, infinite for a NaN and a number and for integers that
    differ."""
    if not is_float(one.dtype):
        return np.where(one == other, 0.0, np.inf)
    apart = np.abs(_ordered(one) - _ordered(other)).astype(np.float64)
    return np.where(is_nan(one) & is_nan(other), 0.0, np.where(is_nan(one) | is_nan(other), np.inf, apart))


@dataclass
class Claim:
    """Units in the last place, or a bound of the absolute or relative error; neither: the same bits."""

    ulp: int = 0
    error: float = 0.0
    zeros_alike: bool = False  # whatever their sign

    def text(self):
        if self.error:
            return f"{self.error:g} absolute or relative"
        return f"{self.ulp} ulp" if self.ulp else "exact"

    def holds(self, here, there):
        """Value by value."""
        if self.error:
            one, other = here.astype(np.float64), there.astype(np.float64)
            return np.isclose(other, one, rtol=self.error, atol=self.error, equal_nan=True)
        if self.ulp:
            return distance(here, there) <= self.ulp
        zeros = (here == 0) & (there == 0) if self.zeros_alike else False
        return same_bits(here, there) | (is_nan(here) & is_nan(there)) | zeros


def claim(row, ulp, result):
    """What a row that states so many units states about results of this type.

    float32 and float64 have the row's own bound; the simulator's float64 functions are the C library's, themselves
    1 off; 16-bit floats are rounded from float32.
    """
    if ulp == 0 and row in ROUGH:
        return Claim(error=ROUGH[row])
    if ulp == 0 or not is_float(DTYPES[result]):
        return Claim()
    return Claim({"float32": ulp, "float64": ulp + 1}.get(result, 1))


@dataclass
class Finding:
    """What came of a kernel on both sides."""

    kernel: object
    claim: Claim
    here: np.ndarray
    there: np.ndarray

    def wrong(self):
        return ~self.claim.holds(self.here, self.there)

    def largest_error(self):
        """Absolute, or relative where that is less."""
        one, other = self.here.astype(np.float64), self.there.astype(np.float64)
        return (np.abs(one - other) / np.maximum(np.abs(one), 1)).max()

    def largest(self):
        return distance(self.here, self.there).max()

    def seen(self):
        if Claim().holds(self.here, self.there).all():
            return "equal"
        if self.claim.error:
            return f"{self.largest_error():.1e}"
        return f"{self.largest():g} ulp" if self.largest() else "zeros of the other sign"

    def complaint(self, limit=6):
        """The worst of the values that are too far off."""
        wrong, apart, kernel = self.wrong(), distance(self.here, self.there), self.kernel
        worst = np.flatnonzero(wrong)[np.argsort(-apart[wrong], kind="stable")][:limit]
        what = f"{kernel.row}: {' | '.join(kernel.lines)}, {kernel.operand} to {kernel.result}"
        lines = [f"{what}: {wrong.sum()} of {len(wrong)} values, stated {self.claim.text()}"]
        values = kernel.inputs()
        for k in worst:
            operands = ", ".join(repr(value[kernel.input_of(k)]) for value in values)
            results = f"simulator {self.here[k]!r}, device {self.there[k]!r}, {apart[k]:g} ulp"
            lines.append(f"    ({operands}): {results}")
        return "\n".join(lines)
