// SPDX-License-Identifier: Apache-2.0
// Minimum and maximum as devices have them: of a number and a NaN the number, and -0 is less than 0 (PTX ISA,
// "min", "max"). Free of branches.
#pragma once

#include <cstdint>
#include <type_traits>

#include "sim/rounding.h"

namespace tirx::sim {

template <class L>
using WordOf = std::conditional_t<sizeof(L) == 8, uint64_t, uint32_t>;

template <class L>
L Smaller(L a, L b) {
  if constexpr (std::is_floating_point_v<L>) {
    // Equal values have the same bits, but for the sign of zero.
    const L either = BitsAs<L>(BitsAs<WordOf<L>>(a) | BitsAs<WordOf<L>>(b));
    return a == b ? either : a < b || b != b ? a : b;  // NOLINT(misc-redundant-expression): b != b is NaN
  } else {
    return a < b ? a : b;
  }
}

template <class L>
L Larger(L a, L b) {
  if constexpr (std::is_floating_point_v<L>) {
    const L both = BitsAs<L>(BitsAs<WordOf<L>>(a) & BitsAs<WordOf<L>>(b));
    return a == b ? both : a > b || b != b ? a : b;  // NOLINT(misc-redundant-expression): b != b is NaN
  } else {
    return a > b ? a : b;
  }
}

}  // namespace tirx::sim
