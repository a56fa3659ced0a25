// SPDX-License-Identifier: Apache-2.0
// The element types of the language, one row each: names, sets of types and the formats of narrow floats
// follow from this table.
#pragma once

#include <iterator>
#include <optional>
#include <string_view>

#include "base/dtype.h"
#include "base/float_format.h"

namespace tirx {

struct ElementType {
  DType dtype;
  std::string_view name;                             // in scripts: `T.float32`
  std::string_view short_name;                       // in names of helpers
  bool is_alias = false;                             // the short name is also read in scripts: `T.f32`
  std::optional<FloatFormat> format = std::nullopt;  // of floats of at most 16 bits
};

// Codes from dlpack.h (DLDataTypeCode). The order is that of the bits of a TypeSet and, for those that have
// registers there, of the simulator's types.
inline constexpr ElementType kElementTypes[] = {
    {Bool(), "bool", "bool"},
    {Int(8), "int8", "i8", true},
    {Int(16), "int16", "i16", true},
    {Int(32), "int32", "i32", true},
    {Int(64), "int64", "i64", true},
    {UInt(8), "uint8", "u8", true},
    {UInt(16), "uint16", "u16", true},
    {UInt(32), "uint32", "u32", true},
    {UInt(64), "uint64", "u64", true},
    {Float(16), "float16", "f16", true, kFloat16},
    {BFloat16(), "bfloat16", "bf16", true, kBFloat16},
    {Float(32), "float32", "f32", true},
    {Float(64), "float64", "f64", true},
    {{kDLFloat8_e4m3fn, 8, 1}, "float8_e4m3fn", "e4m3fn", false, kFloat8E4M3FN},
    {{kDLFloat8_e5m2, 8, 1}, "float8_e5m2", "e5m2", false, kFloat8E5M2},
    {{kDLFloat8_e8m0fnu, 8, 1}, "float8_e8m0fnu", "e8m0fnu", false, kFloat8E8M0FNU},
    {{kDLFloat8_e3m4, 8, 1}, "float8_e3m4", "e3m4", false, kFloat8E3M4},
    {{kDLFloat8_e4m3, 8, 1}, "float8_e4m3", "e4m3", false, kFloat8E4M3},
    {{kDLFloat8_e4m3b11fnuz, 8, 1}, "float8_e4m3b11fnuz", "e4m3b11fnuz", false, kFloat8E4M3B11FNUZ},
    {{kDLFloat8_e4m3fnuz, 8, 1}, "float8_e4m3fnuz", "e4m3fnuz", false, kFloat8E4M3FNUZ},
    {{kDLFloat8_e5m2fnuz, 8, 1}, "float8_e5m2fnuz", "e5m2fnuz", false, kFloat8E5M2FNUZ},
    {{kDLFloat6_e2m3fn, 6, 1}, "float6_e2m3fn", "e2m3fn", false, kFloat6E2M3FN},
    {{kDLFloat6_e3m2fn, 6, 1}, "float6_e3m2fn", "e3m2fn", false, kFloat6E3M2FN},
    {{kDLFloat4_e2m1fn, 4, 1}, "float4_e2m1fn", "e2m1fn", false, kFloat4E2M1FN},
    {Int(1), "int1", "i1"},
    {Int(4), "int4", "i4"},
    {UInt(1), "uint1", "u1"},
    {UInt(4), "uint4", "u4"},
    {Handle(), "handle", "handle"},
    {Void(), "void", "void"},
};
inline constexpr int kElementTypeCount = int(std::size(kElementTypes));

// The row of a type, or of a vector's elements; -1 when there is none.
constexpr int ElementIndex(DType t) {
  for (int i = 0; i < kElementTypeCount; ++i)
    if (kElementTypes[i].dtype.code == t.code && kElementTypes[i].dtype.bits == t.bits) return i;
  return -1;
}

}  // namespace tirx
