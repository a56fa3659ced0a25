// SPDX-License-Identifier: Apache-2.0
#include "sim/types.h"

#include "base/check.h"
#include "sim/conversion.h"

namespace tirx::sim {
namespace {

constexpr DType kDTypes[kTypeCount] = {Bool(),     Int(8),    Int(16),  Int(32),  Int(64),
                                       UInt(8),    UInt(16),  UInt(32), UInt(64), Float(16),
                                       BFloat16(), Float(32), Float(64)};

template <class T>
uint64_t BitsOf(T value) {
  uint64_t bits = 0;
  std::memcpy(&bits, &value, sizeof value);
  return bits;
}

}  // namespace

std::optional<Type> TypeOf(DType dtype) {
  if (IsHandle(ScalarOf(dtype))) return Type::U64;
  for (int i = 0; i < kTypeCount; ++i)
    if (kDTypes[i] == ScalarOf(dtype)) return Type(i);
  return std::nullopt;
}

std::string TypeName(Type type) {
  return DTypeName(kDTypes[int(type)]);
}

uint64_t RegisterBits(Type type, double value) {
  return WithTraits(type,
                    [&](auto traits) { return BitsOf(ConvertLane<F64Traits, decltype(traits)>(value)); });
}

uint64_t RegisterBits(Type type, int64_t value) {
  return WithTraits(type,
                    [&](auto traits) { return BitsOf(ConvertLane<I64Traits, decltype(traits)>(value)); });
}

std::string ValueText(Type type, const void* lane) {
  return WithTraits(type, [&](auto traits) -> std::string {
    typename decltype(traits)::Lane value;
    std::memcpy(&value, lane, sizeof value);
    if (traits.kType == Type::Bool) return value ? "true" : "false";
    if (!IsFloat(traits.kType)) return std::to_string(value);
    char text[32];
    std::snprintf(text, sizeof text, "%.9g", double(value));
    return text;
  });
}

}  // namespace tirx::sim
