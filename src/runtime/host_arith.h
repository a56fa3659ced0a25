// SPDX-License-Identifier: Apache-2.0
// The functions that expressions of runtime/host_ops.def call, in the common subset of C and C++: exported
// libraries carry this text (codegen/c_support.h).
#ifndef TIRX_HOST_ARITH_H_
#define TIRX_HOST_ARITH_H_

#include "base/float_bits.h"

// Each yields whether the operation is defined; the result goes to *z.
static inline int tirx_truncdiv(int64_t x, int64_t y, int64_t* z) {
  if (y == 0 || (y == -1 && x == INT64_MIN)) return 0;
  *z = x / y;
  return 1;
}
static inline int tirx_truncmod(int64_t x, int64_t y, int64_t* z) {
  if (y == 0) return 0;
  *z = y == -1 ? 0 : x % y;
  return 1;
}
static inline int tirx_floordiv(int64_t x, int64_t y, int64_t* z) {
  if (!tirx_truncdiv(x, y, z)) return 0;
  if (*z * y != x && (x < 0) != (y < 0)) --*z;
  return 1;
}
static inline int tirx_floormod(int64_t x, int64_t y, int64_t* z) {
  if (!tirx_truncmod(x, y, z)) return 0;
  if (*z != 0 && (*z < 0) != (y < 0)) *z += y;
  return 1;
}

// The one that is a number, and of two zeros the negative or the positive: C leaves that open
// (C11, F.10.9.2 and F.10.9.3).
static inline double tirx_fmin(double x, double y) {
  if (x != x || y != y) return x != x ? y : x;
  if (x == y) return copysign(1.0, x) < 0 ? x : y;
  return x < y ? x : y;
}
static inline double tirx_fmax(double x, double y) {
  if (x != x || y != y) return x != x ? y : x;
  if (x == y) return copysign(1.0, x) < 0 ? y : x;
  return x > y ? x : y;
}

// Truncation that saturates; NaN gives 0.
static inline int64_t tirx_float_to_i64(double x) {
  if (x != x) return 0;
  if (x >= 9223372036854775808.0) return INT64_MAX;
  if (x < -9223372036854775808.0) return INT64_MIN;
  return (int64_t)x;
}
static inline uint64_t tirx_float_to_u64(double x) {
  if (!(x > 0)) return 0;
  if (x >= 18446744073709551616.0) return UINT64_MAX;
  return (uint64_t)x;
}
// Saturates to a signed integer of `bits` bits.
static inline int64_t tirx_clamp_to_bits(int64_t x, int64_t bits) {
  const int64_t most = bits >= 64 ? INT64_MAX : bits < 1 ? 0 : ((int64_t)1 << (bits - 1)) - 1;
  if (x > most) return most;
  return x < -most - 1 ? -most - 1 : x;
}

static const tirx_float tirx_f16 = {5, 10, 15, TIRX_IEEE};
static const tirx_float tirx_bf16 = {8, 7, 127, TIRX_IEEE};

static inline uint16_t tirx_encode_f16(double x) {
  return tirx_encode_float(tirx_f16, x);
}
static inline double tirx_decode_f16(uint16_t bits) {
  return tirx_decode_float(tirx_f16, bits);
}
static inline uint16_t tirx_encode_bf16(double x) {
  return tirx_encode_float(tirx_bf16, x);
}
static inline double tirx_decode_bf16(uint16_t bits) {
  return tirx_decode_float(tirx_bf16, bits);
}

#endif
