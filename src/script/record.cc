// SPDX-License-Identifier: Apache-2.0
#include "script/record.h"

#include "diag/suggest.h"
#include "ir/arith.h"
#include "ir/registry.h"
#include "script/elaborator.h"

namespace tirx::script {
namespace {

using ir::FieldKind;
using ir::RecordField;
using ir::RecordRow;

std::string PathOf(const RecordRow& row) {
  return "T." + std::string(row.name);
}

// Required fields by position or name, the others by name.
Signature SignatureOf(const RecordRow& row) {
  Signature signature;
  signature.callee = PathOf(row);
  bool part = row.use == ir::RecordUse::Part;
  for (const RecordField& field : row.fields)
    signature.params.push_back({field.name, field.required, !field.required && !part, false});
  return signature;
}

// A field that this record lacks and one for the same use has: said before it is called unknown.
bool BelongsElsewhere(Elaborator& e, const RecordRow& row, const Arguments& arguments) {
  for (const auto& [name, value] : arguments.keywords) {
    if (row.Find(name.text) || row.use == ir::RecordUse::Part) continue;
    for (const RecordRow* other : ir::CurrentSnapshot().All<RecordRow>()) {
      if (other->use != row.use || !other->Find(name.text)) continue;
      e.Error(diag::Make(DK::UnknownArgument, e.SpanAt(name.at), {PathOf(row), name.text})
                  .WithNote(Span(), "`" + PathOf(*other) + "` has it"));
      return true;
    }
  }
  return false;
}

// Turns the values of one record into packed fields.
class Packer {
 public:
  Packer(Elaborator& e, const RecordRow& row, ir::PackedFields* out) : e_(e), row_(row), out_(out) {}

  bool Pack(const RecordField& field, const Value& value, const Range& at) {
    if (field.kind == FieldKind::Dims) return PackDims(field, value, at);
    if (field.kind == FieldKind::Record) return PackParts(field, value, at);
    return Add(std::string(field.name), field, value, at);
  }

 private:
  bool Wrong(std::string_view name, const std::string& got, std::string_view rule, const Range& at) {
    e_.Error(DK::BadCallArgument, at, {PathOf(row_), name, got, rule});
    return false;
  }

  bool PackDims(const RecordField& field, const Value& value, const Range& at) {
    TupleItems one{value};
    const TupleItems* items = value.sequence();
    if (!items) items = &one;
    if (items->empty() || items->size() > 3)
      return Wrong(field.name, std::to_string(items->size()) + " extents", "1 to 3 of them", at);
    bool fine = true;
    for (size_t i = 0; i < items->size(); ++i)
      fine &= Add(std::string(field.name) + "." + "xyz"[i], field, (*items)[i], at);
    return fine;
  }

  // Every member is packed, those that were left out with their defaults.
  bool PackParts(const RecordField& field, const Value& value, const Range& at) {
    auto* record = value.Get<std::shared_ptr<const RecordObject>>();
    if (!record || (*record)->row->name != field.choices)
      return Wrong(field.name, DescribeKind(value), "`T." + std::string(field.choices) + "(...)`", at);
    const ir::PackedFields& parts = (*record)->packed;
    for (size_t i = 0; i < parts.names.size(); ++i)
      out_->Add(std::string(field.name) + "." + std::string(parts.names[i]), parts.values[i]);
    return true;
  }

  bool Add(std::string name, const RecordField& field, const Value& value, const Range& at) {
    ir::Expr made = ValueOf(name, field, value, at);
    if (!made.defined()) return false;
    if (Status status = ir::CheckField(row_, name, made, e_.SpanAt(at)); !status.ok())
      return e_.Report(status), false;
    out_->Add(std::move(name), made);
    return true;
  }

  ir::Expr ValueOf(const std::string& name, const RecordField& field, const Value& value, const Range& at) {
    Value simple = value.Is<ForeignValue>() ? e_.Simplified(value, at) : value;
    if (simple.failed()) return {};
    if (field.kind == FieldKind::Choice) {
      auto place = simple.str() ? ir::ChoiceOf(field.choices, *simple.str()) : std::nullopt;
      if (place) return ir::Int32(*place);
      WrongChoice(name, field, simple, at);
      return {};
    }
    bool number = field.kind != FieldKind::Flag && field.kind != FieldKind::Pointer;
    if (auto* truth = simple.Get<bool>(); truth && number)
      return Wrong(name, *truth ? "True" : "False", "a number", at), ir::Expr();
    if (field.kind == FieldKind::Float && simple.number())
      return ir::MakeFloat(Float(32), *simple.number(), e_.SpanAt(at));
    if (auto* integer = simple.Get<int64_t>(); integer && number) {  // int64 where int32 is too narrow
      bool narrow = *integer == int64_t(int32_t(*integer));
      return ir::MakeConst(narrow ? Int(32) : Int(64), *integer, e_.SpanAt(at));
    }
    bool expression = simple.expr() || simple.Is<bool>() || simple.Is<double>();
    if (!expression) return Wrong(name, DescribeKind(simple), Expected(field.kind), at), ir::Expr();
    return e_.ToIr(simple, at).expr;
  }

  static std::string_view Expected(FieldKind kind) {
    if (kind == FieldKind::Pointer) return "a pointer";
    if (kind == FieldKind::Flag) return "True or False, known while compiling";
    return kind == FieldKind::Float ? "a number, known while compiling" : "an integer";
  }

  void WrongChoice(const std::string& name, const RecordField& field, const Value& value, const Range& at) {
    std::vector<std::string_view> names;
    for (int64_t i = 0; !ir::ChoiceAt(field.choices, i).empty(); ++i)
      names.push_back(ir::ChoiceAt(field.choices, i));
    auto diagnostic = diag::Make(
        DK::BadCallArgument, e_.SpanAt(at),
        {PathOf(row_), name, value.str() ? Repr(value) : DescribeKind(value), diag::OneOf(names, '"')});
    std::string_view close = value.str() ? diag::Closest(*value.str(), names) : std::string_view();
    if (!close.empty())
      diagnostic.notes.push_back({Span(), "did you mean `\"" + std::string(close) + "\"`?"});
    e_.Error(std::move(diagnostic));
  }

  Elaborator& e_;
  const RecordRow& row_;
  ir::PackedFields* out_;
};

// The default of a member of an inner record, as the value that its text means.
Value DefaultOf(const RecordField& field) {
  if (field.fallback.empty()) return Value::None();
  if (field.kind == FieldKind::Choice) return Value::Str(std::string(field.fallback));
  if (field.kind == FieldKind::Flag) return field.fallback == "True";
  double number = std::strtod(std::string(field.fallback).c_str(), nullptr);
  return field.kind == FieldKind::Float ? Value(number) : Value::Int(int64_t(number));
}

Value Replace(Elaborator& e, const Bound& b) {
  const RecordObject& record = **b.self.Get<std::shared_ptr<const RecordObject>>();
  Arguments arguments;
  arguments.at = b.at;
  auto add = [&](const Identifier& name, const Value& value, const Range& at) {
    arguments.keywords.emplace_back(name, value);
    arguments.keyword_at.push_back(at);
  };
  for (size_t i = 0; i < record.given.size(); ++i) {
    std::string_view name = record.row->fields[i].name;
    bool replaced = false;
    for (const auto& [changed, value] : b.rest_keywords) replaced |= changed.text == name;
    if (!replaced && !record.given[i].is_none()) add({name, b.at}, record.given[i], b.at);
  }
  for (const auto& [name, value] : b.rest_keywords) add(name, value, name.at);
  return MakeRecord(e, *record.row, arguments);
}

}  // namespace

Value MakeRecord(Elaborator& e, const RecordRow& row, const Arguments& arguments) {
  Bound bound;
  if (BelongsElsewhere(e, row, arguments) || !e.BindArguments(SignatureOf(row), arguments, &bound))
    return Value();
  auto record = std::make_shared<RecordObject>();
  record->row = &row;
  record->ats = bound.ats;
  Packer packer(e, row, &record->packed);
  bool fine = true;
  for (size_t i = 0; i < row.fields.size(); ++i) {
    const RecordField& field = row.fields[i];
    Value value = bound.Has(i) ? bound[i] : Value::None();
    record->given.push_back(value);
    if (value.is_none()) value = DefaultOf(field);
    if (!value.is_none()) fine &= packer.Pack(field, value, bound.ats[i]);
  }
  if (!fine) return Value();
  if (Status status = ir::CheckTogether(row, record->packed, nullptr, e.SpanAt(arguments.at)); !status.ok())
    return e.Report(status);
  return std::shared_ptr<const RecordObject>(std::move(record));
}

Value RecordFieldOf(const RecordObject& record, std::string_view field) {
  for (size_t i = 0; i < record.row->fields.size(); ++i) {
    if (record.row->fields[i].name != field) continue;
    return record.given[i].is_none() ? DefaultOf(record.row->fields[i]) : record.given[i];
  }
  return Value();
}

const Form kReplaceFields = {"replace", "**changes", Replace};

}  // namespace tirx::script
