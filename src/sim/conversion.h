// SPDX-License-Identifier: Apache-2.0
// Conversion of one lane between any two types. Float to integer truncates, saturates and maps NaN to 0;
// everything to a float rounds once, to nearest even; integers wrap; any non-zero value is true.
#pragma once

#include <limits>
#include <type_traits>

#include "sim/types.h"

namespace tirx::sim {

template <class To, class From>
inline To SaturatingTruncation(From x) {
  using Limits = std::numeric_limits<To>;
  // 2^k bounds are exact in every float type; the maximum itself need not be.
  const From below = std::is_signed_v<To> ? From(Limits::min()) : From(0);
  const From above = From(uint64_t(1) << (Limits::digits - 1)) * From(2);
  if (!(x == x)) return 0;
  if (x < below) return Limits::min();
  if (x >= above) return Limits::max();
  return To(x);
}

template <class From, class To>
inline typename To::Lane ConvertLane(typename From::Lane x) {
  constexpr Type from = From::kType, to = To::kType;
  using Lane = typename To::Lane;
  if constexpr (from == to) {
    return x;
  } else if constexpr (to == Type::Bool) {
    return Lane(x != 0);
  } else if constexpr (IsFloat(from) && !IsFloat(to)) {
    return Lane(SaturatingTruncation<typename To::Cell>(x));
  } else if constexpr (!IsFloat(to)) {
    return Lane(typename To::Cell(x));
  } else if constexpr (IsSmallFloat(to) && !IsFloat(from)) {
    // Integers that float32 does not hold exceed what the type does; powers of two come from the rounded
    // value, as CUDA's constructors have it (cuda_fp8.h, __nv_fp8_e8m0).
    return To::Norm(float(x));
  } else if constexpr (to == Type::F16 || to == Type::BF16 || IsSmallFloat(to)) {
    // float holds every value of these exactly; the wider ones go through rounding to odd.
    constexpr bool exact = from == Type::F16 || from == Type::BF16 || from == Type::F32 ||
                           from == Type::Bool || from == Type::I8 || from == Type::U8 || from == Type::I16 ||
                           from == Type::U16;
    if constexpr (exact)
      return To::Norm(float(x));
    else
      return To::Norm(RoundToOddFloat(x));
  } else {
    return Lane(x);
  }
}

}  // namespace tirx::sim
