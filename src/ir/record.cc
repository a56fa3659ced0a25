// SPDX-License-Identifier: Apache-2.0
#include "ir/record.h"

#include <cstdlib>

#include "diag/suggest.h"
#include "ir/arith.h"
#include "ir/registry.h"

namespace tirx::ir {
namespace {

std::string_view GroupOf(std::string_view packed_name) {
  return packed_name.substr(0, packed_name.find('.'));
}

Failure Wrong(const RecordRow& row, std::string_view field, std::string_view got, std::string_view rule,
              const Span& span) {
  return Fail(DK::BadAttribute, span, {"T." + std::string(row.name), field, got, rule});
}

std::string RangeText(const RecordField& field) {
  std::string least = std::to_string(field.min), most = std::to_string(field.max);
  if (field.max == INT64_MAX) return "at least " + least;
  if (field.min == INT64_MIN) return "at most " + most;
  return "from " + least + " to " + most;
}

// What a value of this kind must be, if it is not; empty when it is.
std::string RuleBroken(const RecordRow& row, const RecordField& field, const Expr& value) {
  DType t = value->dtype();
  if (field.kind == FieldKind::Pointer) return IsHandle(t) ? "" : "a pointer";
  if (t.lanes != 1) return "one value, not a vector";
  if (field.kind == FieldKind::Flag)
    return IsBool(t) && ConstInt(value) ? "" : "True or False, known while compiling";
  if (field.kind == FieldKind::Float) {
    auto* number = value.as<FloatImmNode>();
    if (!number) return "a number, known while compiling";
    bool inside = number->value >= double(field.min) && number->value <= double(field.max);
    return inside ? "" : RangeText(field);
  }
  if (!IsInteger(t)) return "an integer";
  auto constant = ConstInt(value);
  if (field.kind == FieldKind::Choice)
    return constant && !ChoiceAt(field.choices, *constant).empty() ? "" : diag::OneOfChoices(field.choices);
  if (!constant) return row.use == RecordUse::KernelAttributes ? "known while compiling" : "";
  return *constant >= field.min && *constant <= field.max ? "" : RangeText(field);
}

std::string Shown(const Expr& value) {
  auto constant = IsBool(value->dtype()) ? std::nullopt : ConstInt(value);
  return constant ? std::to_string(*constant) : TypeName(value->ty);
}

}  // namespace

void PackedFields::Add(std::string name, Expr value) {
  names.push_back(String(std::move(name)));
  values.push_back(value);
}

Expr PackedFields::Find(std::string_view name) const {
  for (size_t i = 0; i < names.size() && i < values.size(); ++i)
    if (View(names[i]) == name) return values[i];
  return Expr();
}

std::optional<int64_t> PackedFields::Constant(std::string_view name) const {
  Expr value = Find(name);
  return value.defined() ? ConstInt(value) : std::nullopt;
}

bool PackedFields::Has(std::string_view field) const {
  for (const String& name : names)
    if (View(name) == field || GroupOf(View(name)) == field) return true;
  return false;
}

const RecordField* RecordRow::Find(std::string_view field) const {
  for (const RecordField& candidate : fields)
    if (candidate.name == field) return &candidate;
  return nullptr;
}

const RecordRow* FindRecord(std::string_view name) {
  return CurrentSnapshot().Find<RecordRow>(name);
}

const RecordRow* RecordOf(RecordUse use, const PackedFields& fields) {
  for (const RecordRow* row : CurrentSnapshot().All<RecordRow>()) {
    if (row->use != use) continue;
    bool all = true;
    for (const String& name : fields.names) all &= PlaceOf(*row, View(name)).field != nullptr;
    if (all) return row;
  }
  return nullptr;
}

FieldPlace PlaceOf(const RecordRow& row, std::string_view packed_name) {
  std::string_view group = GroupOf(packed_name);
  const RecordField* field = row.Find(group);
  if (!field) return {};
  std::string_view part = packed_name.size() > group.size() ? packed_name.substr(group.size() + 1) : "";
  if (field->kind == FieldKind::Dims)
    return part == "x" || part == "y" || part == "z" ? FieldPlace{field} : FieldPlace{};
  if (field->kind != FieldKind::Record) return part.empty() ? FieldPlace{field} : FieldPlace{};
  const RecordRow* inner = FindRecord(field->choices);
  const RecordField* member = inner ? inner->Find(part) : nullptr;
  return member ? FieldPlace{field, member} : FieldPlace{};
}

Status CheckField(const RecordRow& row, std::string_view packed_name, const Expr& value, const Span& span) {
  FieldPlace place = PlaceOf(row, packed_name);
  TIRX_CHECK(place.field, "`" + std::string(packed_name) + "` is no field of " + std::string(row.name));
  std::string rule = RuleBroken(row, place.scalar(), value);
  if (rule.empty()) return Ok{};
  auto* number = place.scalar().kind == FieldKind::Float ? value.as<FloatImmNode>() : nullptr;
  return Wrong(row, packed_name, number ? "outside its range" : Shown(value), rule, span);
}

Status CheckTogether(const RecordRow& row, const PackedFields& fields, const PackedFields* launch,
                     const Span& span) {
  for (const RecordField& field : row.fields) {
    if (!fields.Has(field.name)) {
      if (field.required) return Fail(DK::MissingArgument, span, {"T." + std::string(row.name), field.name});
      continue;
    }
    if (!field.needs.empty() && !fields.Has(field.needs))
      return Wrong(row, field.name, "given alone", "given together with `" + std::string(field.needs) + "`",
                   span);
    for (int64_t i = 0; !ChoiceAt(field.excludes, i).empty(); ++i) {
      std::string_view other = ChoiceAt(field.excludes, i);
      if (fields.Has(other))
        return Wrong(row, field.name, "given together with `" + std::string(other) + "`", "given without it",
                     span);
    }
  }
  return row.check ? row.check(row, fields, launch, span) : Status(Ok{});
}

bool IsFallback(const RecordField& field, const Expr& value) {
  if (field.fallback.empty()) return false;
  if (auto* number = value.as<FloatImmNode>())
    return number->value == std::strtod(std::string(field.fallback).c_str(), nullptr);
  auto constant = ConstInt(value);
  if (!constant) return false;
  if (field.kind == FieldKind::Choice) return ChoiceAt(field.choices, *constant) == field.fallback;
  if (field.kind == FieldKind::Flag) return (*constant != 0) == (field.fallback == "True");
  return value->dtype() == Int(32) && std::to_string(*constant) == field.fallback;
}

std::optional<int64_t> ChoiceOf(std::string_view choices, std::string_view name) {
  for (int64_t i = 0; !ChoiceAt(choices, i).empty(); ++i)
    if (ChoiceAt(choices, i) == name) return i;
  return std::nullopt;
}

std::string_view ChoiceAt(std::string_view choices, int64_t place) {
  if (place < 0) return "";
  for (; place > 0; --place) {
    size_t bar = choices.find('|');
    if (bar == std::string_view::npos) return "";
    choices.remove_prefix(bar + 1);
  }
  return choices.substr(0, choices.find('|'));
}

PackedFields LaunchOf(const Array<Expr>& args, const Attrs& attrs) {
  return {AttrOr<Array<String>>(attrs, attr::kLaunchFields, {}), args};
}

PackedFields KernelAttributesOf(const Attrs& attrs) {
  PackedFields fields;
  for (const auto& [key, value] : AttrOr<Attrs>(attrs, attr::kKernelAttrs, {})) {
    if (auto flag = value.as<bool>()) {
      fields.Add(std::string(key), MakeConst(Bool(), *flag));
    } else if (auto number = value.as<int64_t>()) {
      fields.Add(std::string(key), MakeConst(*number == int32_t(*number) ? Int(32) : Int(64), *number));
    } else {
      fields.Add(std::string(key), StringImm("not a number"));
    }
  }
  return fields;
}

Status CheckEntryRecords(const Array<Expr>& args, const Attrs& attrs, const Span& span) {
  PackedFields launch = LaunchOf(args, attrs), kernel = KernelAttributesOf(attrs);
  struct Part {
    RecordUse use;
    const PackedFields* fields;
  };
  for (const Part& part : {Part{RecordUse::Launch, &launch}, Part{RecordUse::KernelAttributes, &kernel}}) {
    const RecordRow* row = RecordOf(part.use, *part.fields);
    if (!row || part.fields->names.empty()) continue;
    for (size_t i = 0; i < part.fields->names.size(); ++i)
      TIRX_RETURN_IF_FAILED(CheckField(*row, View(part.fields->names[i]), part.fields->values[i], span));
    const PackedFields* beside = part.use == RecordUse::KernelAttributes ? &launch : nullptr;
    TIRX_RETURN_IF_FAILED(CheckTogether(*row, *part.fields, beside, span));
  }
  return Ok{};
}

}  // namespace tirx::ir
