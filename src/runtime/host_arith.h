// SPDX-License-Identifier: Apache-2.0
// The functions that expressions of runtime/host_ops.def call, under C names because generated C defines the
// same ones.
#pragma once

#include <cmath>
#include <cstdint>

#include "base/float_format.h"

namespace tirx::runtime {

// Each yields whether the operation is defined; the result goes to *z.
inline bool tirx_truncdiv(int64_t x, int64_t y, int64_t* z) {
  if (y == 0 || (y == -1 && x == INT64_MIN)) return false;
  *z = x / y;
  return true;
}
inline bool tirx_truncmod(int64_t x, int64_t y, int64_t* z) {
  if (y == 0) return false;
  *z = y == -1 ? 0 : x % y;
  return true;
}
inline bool tirx_floordiv(int64_t x, int64_t y, int64_t* z) {
  if (!tirx_truncdiv(x, y, z)) return false;
  if (*z * y != x && (x < 0) != (y < 0)) --*z;
  return true;
}
inline bool tirx_floormod(int64_t x, int64_t y, int64_t* z) {
  if (!tirx_truncmod(x, y, z)) return false;
  if (*z != 0 && (*z < 0) != (y < 0)) *z += y;
  return true;
}

// Truncation that saturates; NaN gives 0.
inline int64_t tirx_float_to_i64(double x) {
  if (x != x) return 0;
  if (x >= 9223372036854775808.0) return INT64_MAX;
  if (x < -9223372036854775808.0) return INT64_MIN;
  return int64_t(x);
}
inline uint64_t tirx_float_to_u64(double x) {
  if (!(x > 0)) return 0;
  if (x >= 18446744073709551616.0) return UINT64_MAX;
  return uint64_t(x);
}
// Saturates to a signed integer of `bits` bits.
inline int64_t tirx_clamp_to_bits(int64_t x, int64_t bits) {
  int64_t most = bits >= 64 ? INT64_MAX : (int64_t(1) << (bits - 1)) - 1;
  if (x > most) return most;
  return x < -most - 1 ? -most - 1 : x;
}

inline uint16_t tirx_encode_f16(double x) {
  return EncodeFloat(kFloat16, x);
}
inline double tirx_decode_f16(uint16_t bits) {
  return DecodeFloat(kFloat16, bits);
}
inline uint16_t tirx_encode_bf16(double x) {
  return EncodeFloat(kBFloat16, x);
}
inline double tirx_decode_bf16(uint16_t bits) {
  return DecodeFloat(kBFloat16, bits);
}

}  // namespace tirx::runtime
