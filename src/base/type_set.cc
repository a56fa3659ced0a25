// SPDX-License-Identifier: Apache-2.0
#include "base/type_set.h"

#include <vector>

#include "base/check.h"

namespace tirx {
namespace {

struct TypeBit {
  DType dtype;
  TypeSet set;
  const char* name;
};

constexpr TypeBit kTypeBits[] = {
    {Bool(), kBool, "bool"},
    {Int(8), kI8, "i8"},
    {Int(16), kI16, "i16"},
    {Int(32), kI32, "i32"},
    {Int(64), kI64, "i64"},
    {UInt(8), kU8, "u8"},
    {UInt(16), kU16, "u16"},
    {UInt(32), kU32, "u32"},
    {UInt(64), kU64, "u64"},
    {Float(16), kF16, "f16"},
    {BFloat16(), kBF16, "bf16"},
    {Float(32), kF32, "f32"},
    {Float(64), kF64, "f64"},
    {{kDLFloat8_e4m3fn, 8, 1}, kE4M3FN, "e4m3fn"},
    {{kDLFloat8_e5m2, 8, 1}, kE5M2, "e5m2"},
    {{kDLFloat8_e8m0fnu, 8, 1}, kE8M0FNU, "e8m0fnu"},
    {{kDLFloat8_e3m4, 8, 1}, kE3M4, "e3m4"},
    {{kDLFloat8_e4m3, 8, 1}, kE4M3, "e4m3"},
    {{kDLFloat8_e4m3b11fnuz, 8, 1}, kE4M3B11FNUZ, "e4m3b11fnuz"},
    {{kDLFloat8_e4m3fnuz, 8, 1}, kE4M3FNUZ, "e4m3fnuz"},
    {{kDLFloat8_e5m2fnuz, 8, 1}, kE5M2FNUZ, "e5m2fnuz"},
    {{kDLFloat6_e2m3fn, 6, 1}, kE2M3FN, "e2m3fn"},
    {{kDLFloat6_e3m2fn, 6, 1}, kE3M2FN, "e3m2fn"},
    {{kDLFloat4_e2m1fn, 4, 1}, kE2M1FN, "e2m1fn"},
    {Int(1), kI1, "i1"},
    {Int(4), kI4, "i4"},
    {UInt(1), kU1, "u1"},
    {UInt(4), kU4, "u4"},
    {Handle(), kHandle, "handle"},
};

struct NamedSet {
  TypeSet set;
  const char* name;
};
constexpr NamedSet kNamedSets[] = {
    {kFloat, "a floating-point value"},
    {kInteger, "an integer"},
    {kNumber, "a number"},
    {kBool, "a bool"},
    {kHandle, "a pointer"},
};

const TypeBit* Find(DType t) {
  for (const TypeBit& row : kTypeBits)
    if (row.dtype == ScalarOf(t)) return &row;
  return nullptr;
}

}  // namespace

TypeSet SetOf(DType t) {
  if (IsVoid(t)) return kVoid;
  const TypeBit* row = Find(t);
  return row ? row->set : 0;
}

DType FirstOf(TypeSet set) {
  for (const TypeBit& row : kTypeBits)
    if (row.set & set) return row.dtype;
  TIRX_UNREACHABLE("an empty set of types");
}

std::string DescribeTypes(TypeSet set) {
  for (const NamedSet& named : kNamedSets)
    if (named.set == set) return named.name;
  std::vector<std::string> names;
  for (const TypeBit& row : kTypeBits)
    if (row.set & set) names.push_back(IsHandle(row.dtype) ? "a pointer" : DTypeName(row.dtype));
  std::string text;
  for (size_t i = 0; i < names.size(); ++i)
    text += (i == 0 ? "" : i + 1 == names.size() ? " or " : ", ") + names[i];
  return text;
}

std::string ShortName(DType t) {
  const TypeBit* row = Find(t);
  std::string name = row ? row->name : DTypeName(ScalarOf(t));
  return t.lanes > 1 ? name + "x" + std::to_string(t.lanes) : name;
}

bool IsShortName(std::string_view name) {
  for (const TypeBit& row : kTypeBits) {
    std::string_view element = row.name;
    if (name == element) return true;
    if (name.substr(0, element.size()) == element && name[element.size()] == 'x') return true;
  }
  return false;
}

}  // namespace tirx
