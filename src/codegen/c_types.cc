// SPDX-License-Identifier: Apache-2.0
#include "codegen/c_types.h"

namespace tirx::codegen {
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
    {{kDLFloat8_e4m3fn, 8, 1}, kE4M3, "e4m3"},
    {{kDLFloat8_e5m2, 8, 1}, kE5M2, "e5m2"},
    {Handle(), kHandle, "handle"},
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

}  // namespace tirx::codegen
