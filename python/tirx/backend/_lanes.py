# SPDX-License-Identifier: Apache-2.0
"""Operations on the simulator whose semantics are Python functions over NumPy arrays, one item for each lane
of a subgroup."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

LANES = 32


class Lanes:
    """The threads that an operation which is not pure runs for. Arrays have an item for each lane.

    mask: which lanes are active. block_index, grid_dim, block_dim: x, y, z. thread: the position of each
    lane's thread in its block; x runs fastest.
    """

    def __init__(self, services: Mapping[str, Any]) -> None:
        import numpy as np

        bits = int(services["mask"])
        self.mask = np.array([bool(bits >> lane & 1) for lane in range(LANES)])
        self.block_index = tuple(map(int, services["block_index"]))
        self.grid_dim = tuple(map(int, services["grid_dim"]))
        self.block_dim = tuple(map(int, services["block_dim"]))
        self.thread = np.frombuffer(services["threads"], dtype="uint32")
        self._services = services

    def read(self, address: Any, dtype: str) -> Any:
        """What active lanes find at their addresses; accesses are checked and reported."""
        import numpy as np

        kind = np.dtype(dtype)
        found = self._services["read"](_bytes(address, "uint64"), b"", kind.itemsize)
        return np.frombuffer(found, dtype=kind)

    def write(self, address: Any, values: Any, dtype: str) -> None:
        """Writes the values of active lanes, one lane after another."""
        import numpy as np

        kind = np.dtype(dtype)
        self._services["write"](_bytes(address, "uint64"), _bytes(values, kind), kind.itemsize)

    def block_barrier(self) -> None:
        """The block waits for all of its threads."""
        self._services["block_barrier"]()

    def trap(self, lanes: Any, what: str) -> None:
        """Stops the kernel, with the report that these lanes (an array of bool) came to this."""
        self._services["trap"](sum(1 << lane for lane in range(LANES) if lanes[lane]), what)


def _bytes(values: Any, dtype: Any, count: int = LANES) -> bytes:
    import numpy as np

    array = np.asarray(values)
    if array.shape not in ((), (1,), (count,)):
        raise ValueError(f"there are {count} lanes, and the function gave shape {array.shape}")
    return np.ascontiguousarray(np.broadcast_to(array.astype(dtype), (count,))).tobytes()


def simulated(function: Callable[..., Any], is_pure: bool) -> Callable[..., Any]:
    """`function` as the simulator calls it: arrays of lanes in, bytes of lanes out."""

    def call(
        arguments: Any, attributes: Mapping[str, Any], services: Any, result: str | None, count: int
    ) -> bytes | None:
        import numpy as np

        operands = [np.frombuffer(data, dtype=str(kind)) for kind, data in arguments]
        lead = [] if is_pure else [Lanes(services)]
        named = {
            str(name): str(value) if isinstance(value, str) else value for name, value in attributes.items()
        }
        with np.errstate(all="ignore"):  # of lanes that are not active, too
            value = function(*lead, *operands, **named)
        if result is None:
            return None
        if value is None:
            raise TypeError(f"it returned None, and the operation gives {result}")
        return _bytes(value, str(result), count)

    return call
