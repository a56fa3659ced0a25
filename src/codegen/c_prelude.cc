// SPDX-License-Identifier: Apache-2.0
#include "codegen/c_prelude.h"

#include "base/check.h"
#include "codegen/c_template.h"

namespace tirx::codegen {
namespace {

template <class F>
void ForEachWord(std::string_view words, F&& f) {
  while (!words.empty()) {
    size_t end = words.find(' ');
    if (end != 0) f(words.substr(0, end));
    if (end == std::string_view::npos) return;
    words.remove_prefix(end + 1);
  }
}

}  // namespace

int64_t VectorAlignment(DType t) {
  int64_t bytes = StorageBytes(t), alignment = 1;
  while (alignment < 16 && bytes % (alignment * 2) == 0) alignment *= 2;
  return alignment;
}

std::string LaneSuffix(const Dialect& dialect, DType t, int k) {
  if (FindVector(dialect, t)) return std::string(".") + "xyzw"[k];
  return ".s[" + std::to_string(k) + "]";
}

std::string Prelude::TypeName(DType t) {
  if (IsVoid(t)) return "void";
  const TypeRow* row = FindType(dialect_, t);
  if (!row) return "";
  Need(row->needs);
  if (t.lanes <= 1) return std::string(row->name);
  if (const VectorRow* vector = FindVector(dialect_, t)) return std::string(vector->name);
  std::string name = "vec_" + ShortName(t);
  structs_[{row->type, t.lanes}] =
      "typedef struct { " + FillKeys(dialect_.align, {{"{bytes}", std::to_string(VectorAlignment(t))}}) +
      std::string(row->name) + " s[" + std::to_string(t.lanes) + "]; } " + name + ";";
  Need(dialect_.alignas_needs);
  return name;
}

const PreludeRow* Prelude::Row(size_t number) const {
  size_t own = dialect_.prelude.size();
  if (number < own) return &dialect_.prelude[number];
  number -= own;
  return number < SharedPrelude().size() ? &SharedPrelude()[number] : nullptr;
}

void Prelude::Need(std::string_view names, DType t, DType from) {
  ForEachWord(names, [&](std::string_view name) { NeedRow(name, t, from); });
}

void Prelude::NeedRow(std::string_view name, DType t, DType from) {
  size_t number = 0;
  while (Row(number) && Row(number)->name != name) ++number;
  const PreludeRow* row = Row(number);
  TIRX_CHECK(row != nullptr, "dialect `" + std::string(dialect_.language) + "` has no prelude row `" +
                                 std::string(name) + "`");
  bool uses_type = row->text.find("{t}") != std::string_view::npos;
  bool uses_from = row->text.find("{f}") != std::string_view::npos;
  DType own = uses_type ? t : Void(), source = uses_from ? from : Void();
  Instance key{number, SetOf(own), own.lanes, SetOf(source), source.lanes};
  if (instances_.count(key)) return;
  instances_[key] = {TypeName(own), ShortName(own), TypeName(source), ShortName(source)};
  Need(row->needs, t, from);
}

SourceText Prelude::Text() const {
  SourceText text;
  auto print = [&](bool after_types) {
    for (const auto& [key, types] : instances_) {
      const PreludeRow& row = *Row(std::get<0>(key));
      if (row.types_are_defined_first != after_types || row.text.empty()) continue;
      text.Line(FillKeys(row.text, {{"{fn}", dialect_.helper_prefix},
                                    {"{T}", types.name},
                                    {"{t}", types.short_name},
                                    {"{F}", types.from_name},
                                    {"{f}", types.from_short_name}}));
    }
  };
  print(false);
  for (const auto& [key, definition] : structs_) text.Line(definition);
  print(true);
  return text;
}

}  // namespace tirx::codegen
