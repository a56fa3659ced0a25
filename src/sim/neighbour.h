// SPDX-License-Identifier: Apache-2.0
// The next value of a floating-point type.
#pragma once

#include <cmath>

#include "sim/types.h"

namespace tirx::sim {

// The neighbour of x in its own format, on the side of y (ISO C, 7.12.11.3).
template <class T>
typename T::Lane Neighbour(typename T::Lane x, typename T::Lane y) {
  using Cell = typename T::Cell;
  if constexpr (std::is_floating_point_v<Cell>) {
    return std::nextafter(x, y);
  } else {
    if (std::isnan(x) || std::isnan(y)) return T::Norm(x + y);
    if (x == y) return y;
    const Cell sign = Cell(Cell(1) << (sizeof(Cell) * 8 - 1));
    if (x == 0) return T::Decode(Cell((y < 0 ? sign : 0) | 1));
    return T::Decode(Cell(T::Encode(x) + ((x < y) == (x > 0) ? 1 : -1)));
  }
}

}  // namespace tirx::sim
