// SPDX-License-Identifier: Apache-2.0
#include "base/canonical_json.h"

#include <tvm/ffi/extra/json.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "base/json_text.h"
#include "base/utf8.h"

namespace tirx {
namespace {

constexpr int kMaxDepth = 64;

int DepthOf(std::string_view text) {
  int depth = 0, deepest = 0;
  bool quoted = false;
  for (size_t i = 0; i < text.size(); ++i) {
    char c = text[i];
    if (quoted && c == '\\') {
      ++i;
    } else if (c == '"') {
      quoted = !quoted;
    } else if (!quoted && (c == '[' || c == '{')) {
      deepest = std::max(deepest, ++depth);
    } else if (!quoted && (c == ']' || c == '}')) {
      --depth;
    }
  }
  return deepest;
}

std::string OfArray(const Array<Any>& items) {
  std::string out;
  for (const Any& item : items) out += (out.empty() ? "" : ",") + CanonicalJson(item);
  return "[" + out + "]";
}

std::string OfMap(const Map<String, Any>& map) {
  std::vector<std::pair<std::string, std::string>> entries;
  for (const auto& [key, item] : map) entries.emplace_back(key, CanonicalJson(item));
  std::sort(entries.begin(), entries.end());
  std::string out;
  for (const auto& [key, text] : entries) out += (out.empty() ? "" : ",") + JsonQuote(key) + ":" + text;
  return "{" + out + "}";
}

}  // namespace

std::string CanonicalJson(const Any& value) {
  if (auto text = value.as<String>()) return JsonQuote(View(*text));
  switch (value.type_index()) {
    case ffi::TypeIndex::kTVMFFINone:
      return "null";
    case ffi::TypeIndex::kTVMFFIBool:
      return value.cast<bool>() ? "true" : "false";
    case ffi::TypeIndex::kTVMFFIInt:
      return std::to_string(value.cast<int64_t>());
    case ffi::TypeIndex::kTVMFFIArray:
      return OfArray(value.cast<Array<Any>>());
    case ffi::TypeIndex::kTVMFFIMap:
      return OfMap(value.cast<Map<String, Any>>());
    default:
      return std::string(ffi::json::Stringify(value));
  }
}

std::string_view PlainKind(const Any& value) {
  if (value.as<String>()) return "a string";
  switch (value.type_index()) {
    case ffi::TypeIndex::kTVMFFINone:
      return "nothing";
    case ffi::TypeIndex::kTVMFFIBool:
      return "a bool";
    case ffi::TypeIndex::kTVMFFIInt:
    case ffi::TypeIndex::kTVMFFIFloat:
      return "a number";
    case ffi::TypeIndex::kTVMFFIArray:
      return "a list";
    case ffi::TypeIndex::kTVMFFIMap:
      return "a mapping";
    default:
      return "another object";
  }
}

bool ParseJson(std::string_view text, Any* value, std::string* why) {
  if (size_t at = FirstNonUtf8(text); at != text.size()) {
    *why = "byte " + std::to_string(at + 1) + " is not UTF-8";
    return false;
  }
  if (DepthOf(text) > kMaxDepth) return *why = "it is nested too deeply", false;
  String error;
  *value = ffi::json::Parse(String(std::string(text)), &error);
  *why = std::string(error);
  return why->empty();
}

}  // namespace tirx
