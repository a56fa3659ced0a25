// SPDX-License-Identifier: Apache-2.0
#include "base/dtype.h"

#include <charconv>

namespace tirx {
namespace {

struct NamedType {
  std::string_view name;
  DType type;
};

// Types whose name is not "<family><bits>"; codes from dlpack.h (DLDataTypeCode).
constexpr NamedType kNamedTypes[] = {
    {"bool", Bool()},
    {"handle", Handle()},
    {"void", Void()},
    {"bfloat16", BFloat16()},
    {"float8_e3m4", {kDLFloat8_e3m4, 8, 1}},
    {"float8_e4m3", {kDLFloat8_e4m3, 8, 1}},
    {"float8_e4m3b11fnuz", {kDLFloat8_e4m3b11fnuz, 8, 1}},
    {"float8_e4m3fn", {kDLFloat8_e4m3fn, 8, 1}},
    {"float8_e4m3fnuz", {kDLFloat8_e4m3fnuz, 8, 1}},
    {"float8_e5m2", {kDLFloat8_e5m2, 8, 1}},
    {"float8_e5m2fnuz", {kDLFloat8_e5m2fnuz, 8, 1}},
    {"float8_e8m0fnu", {kDLFloat8_e8m0fnu, 8, 1}},
    {"float6_e2m3fn", {kDLFloat6_e2m3fn, 6, 1}},
    {"float6_e3m2fn", {kDLFloat6_e3m2fn, 6, 1}},
    {"float4_e2m1fn", {kDLFloat4_e2m1fn, 4, 1}},
};

constexpr NamedType kAliases[] = {
    {"f16", Float(16)}, {"f32", Float(32)}, {"f64", Float(64)}, {"bf16", BFloat16()},
    {"i8", Int(8)},     {"i16", Int(16)},   {"i32", Int(32)},   {"i64", Int(64)},
    {"u8", UInt(8)},    {"u16", UInt(16)},  {"u32", UInt(32)},  {"u64", UInt(64)},
};

std::optional<int> ParseInt(std::string_view text) {
  int value = 0;
  auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size() || value <= 0) return std::nullopt;
  return value;
}

std::optional<DType> ParseScalar(std::string_view name) {
  for (const auto& row : kNamedTypes)
    if (row.name == name) return row.type;
  for (const auto& row : kAliases)
    if (row.name == name) return row.type;
  auto family = [&](std::string_view prefix, uint8_t code, std::string_view widths) -> std::optional<DType> {
    if (name.substr(0, prefix.size()) != prefix) return std::nullopt;
    auto bits = ParseInt(name.substr(prefix.size()));
    // `widths` lists the legal ones, each between blanks.
    if (!bits || widths.find(" " + std::to_string(*bits) + " ") == std::string_view::npos)
      return std::nullopt;
    return DType{code, uint8_t(*bits), 1};
  };
  if (auto t = family("int", kDLInt, " 1 4 8 16 32 64 ")) return t;
  if (auto t = family("uint", kDLUInt, " 1 4 8 16 32 64 ")) return t;
  return family("float", kDLFloat, " 16 32 64 ");
}

}  // namespace

std::string DTypeName(DType t) {
  std::string lanes = t.lanes > 1 ? "x" + std::to_string(t.lanes) : "";
  for (const auto& row : kNamedTypes)
    if (row.type == WithLanes(t, row.type.lanes)) return std::string(row.name) + lanes;
  std::string bits = std::to_string(t.bits);
  switch (t.code) {
    case kDLInt:
      return "int" + bits + lanes;
    case kDLUInt:
      return "uint" + bits + lanes;
    case kDLFloat:
      return "float" + bits + lanes;
    default:
      return "unknown" + std::to_string(t.code) + "_" + bits + lanes;
  }
}

const std::vector<std::string_view>& DTypeNames() {
  static const auto* names = [] {
    auto* all = new std::vector<std::string_view>{"int1",   "int4",   "int8",    "int16",   "int32",
                                                  "int64",  "uint1",  "uint4",   "uint8",   "uint16",
                                                  "uint32", "uint64", "float16", "float32", "float64"};
    for (const NamedType& row : kNamedTypes) all->push_back(row.name);
    return all;
  }();
  return *names;
}

std::optional<DType> ParseDType(std::string_view name) {
  if (auto t = ParseScalar(name)) return t;
  size_t x = name.rfind('x');
  if (x == std::string_view::npos) return std::nullopt;
  auto scalar = ParseScalar(name.substr(0, x));
  auto lanes = ParseInt(name.substr(x + 1));
  if (!scalar || !lanes || *lanes < 2 || *lanes > 1024 || scalar->code == kDLOpaqueHandle)
    return std::nullopt;
  return WithLanes(*scalar, *lanes);
}

}  // namespace tirx
