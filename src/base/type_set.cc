// SPDX-License-Identifier: Apache-2.0
#include "base/type_set.h"

#include <bit>
#include <vector>

#include "base/check.h"

namespace tirx {
namespace {

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

}  // namespace

TypeSet SetOf(DType t) {
  int i = ElementIndex(t);
  return i < 0 ? 0 : TypeSet(1) << i;
}

DType FirstOf(TypeSet set) {
  int i = std::countr_zero(set);
  TIRX_CHECK(i < kElementTypeCount, "an empty set of types");
  return kElementTypes[i].dtype;
}

std::string DescribeTypes(TypeSet set) {
  for (const NamedSet& named : kNamedSets)
    if (named.set == set) return named.name;
  std::vector<std::string> names;
  for (const ElementType& row : kElementTypes)
    if (SetOf(row.dtype) & set) names.push_back(IsHandle(row.dtype) ? "a pointer" : std::string(row.name));
  std::string text;
  for (size_t i = 0; i < names.size(); ++i)
    text += (i == 0 ? "" : i + 1 == names.size() ? " or " : ", ") + names[i];
  return text;
}

std::string ShortName(DType t) {
  int i = ElementIndex(t);
  std::string name = i >= 0 ? std::string(kElementTypes[i].short_name) : DTypeName(ScalarOf(t));
  return t.lanes > 1 ? name + "x" + std::to_string(t.lanes) : name;
}

bool IsShortName(std::string_view name) {
  for (const ElementType& row : kElementTypes) {
    std::string_view element = row.short_name;
    if (name == element) return true;
    if (name.substr(0, element.size()) == element && name[element.size()] == 'x') return true;
  }
  return false;
}

}  // namespace tirx
