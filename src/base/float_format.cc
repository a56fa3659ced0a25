// SPDX-License-Identifier: Apache-2.0
#include "base/float_format.h"

#include "base/element_types.h"
#include "base/float_bits.h"

namespace tirx {
namespace {

static_assert(int(FloatSpecials::Ieee) == TIRX_IEEE && int(FloatSpecials::FiniteNan) == TIRX_FINITE_NAN &&
              int(FloatSpecials::Unsigned0) == TIRX_UNSIGNED_0 && int(FloatSpecials::Finite) == TIRX_FINITE &&
              int(FloatSpecials::Exponent) == TIRX_EXPONENT);

tirx_float Plain(FloatFormat f) {
  return {f.exponent_bits, f.mantissa_bits, f.bias, int(f.specials)};
}

}  // namespace

std::optional<FloatFormat> FloatFormatOf(DType dtype) {
  int i = ElementIndex(dtype);
  return i < 0 ? std::nullopt : kElementTypes[i].format;
}

double RoundToType(DType dtype, double value) {
  if (auto format = FloatFormatOf(dtype)) return DecodeFloat(*format, EncodeFloat(*format, value));
  return dtype.bits == 32 ? double(float(value)) : value;
}

uint16_t EncodeFloat(FloatFormat format, double value) {
  return tirx_encode_float(Plain(format), value);
}

double DecodeFloat(FloatFormat format, uint16_t bits) {
  return tirx_decode_float(Plain(format), bits);
}

double LargestFinite(FloatFormat format) {
  return DecodeFloat(format, tirx_largest_pattern(Plain(format)));
}

}  // namespace tirx
