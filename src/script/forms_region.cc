// SPDX-License-Identifier: Apache-2.0
// Regions: device entries with their launch (decision 12), and any other region.
#include <algorithm>

#include "base/json_text.h"
#include "diag/suggest.h"
#include "ir/arith.h"
#include "ir/registry.h"
#include "script/elaborator.h"
#include "script/forms.h"
#include "script/launch_field.h"
#include "target/target.h"

namespace tirx::script::forms {
namespace {

// Packs one to three extents as name.x, name.y, name.z.
bool PackDims(Elaborator& e, const std::string& name, const Value& value, const tirx::script::Range& at,
              RegionSpec* spec, Array<String>* fields) {
  auto extents = e.ToExtents(value, at);
  if (!extents) return false;
  if (extents->empty() || extents->size() > 3)
    return e.Error(
               DK::BadCallArgument, at,
               {"T.gpu.LaunchConfig", name, std::to_string(extents->size()) + " extents", "1 to 3 of them"}),
           false;
  for (size_t i = 0; i < extents->size(); ++i) {
    const ir::Expr& extent = (*extents)[i].expr;
    if (auto constant = ir::ConstInt(extent); constant && *constant < 1)
      return e.Error(DK::BadCallArgument, at,
                     {"T.gpu.LaunchConfig", name, std::to_string(*constant), "at least 1"}),
             false;
    fields->push_back(name + "." + "xyz"[i]);
    spec->args.push_back(extent);
  }
  return true;
}

bool PackScalar(Elaborator& e, const std::string& name, const Value& value, const tirx::script::Range& at,
                RegionSpec* spec, Array<String>* fields) {
  if (value.is_none()) return true;
  IrValue made = e.ToIr(value, at);
  if (!made.expr.defined()) return false;
  fields->push_back(name);
  spec->args.push_back(made.expr);
  return true;
}

bool PackExtraField(Elaborator& e, const Identifier& name, const Value& value, RegionSpec* spec,
                    Array<String>* fields) {
  auto* row = ir::CurrentSnapshot().Find<LaunchFieldRow>(name.text);
  if (row) {
    std::string text(name.text);
    if (value.is_none()) return true;
    return row->is_dims ? PackDims(e, text, value, name.at, spec, fields)
                        : PackScalar(e, text, value, name.at, spec, fields);
  }
  std::vector<std::string_view> known{"grid", "block", "dynamic_smem_bytes"};
  for (const LaunchFieldRow* other : ir::CurrentSnapshot().All<LaunchFieldRow>())
    known.push_back(other->name);
  e.Error(diag::Suggest(diag::Make(DK::UnknownArgument, e.SpanAt(name.at), {"T.gpu.LaunchConfig", name.text}),
                        name.text, known));
  return false;
}

// Canonical JSON: keys sorted, no blanks. False, with an error, for what JSON cannot hold.
bool AppendJson(Elaborator& e, const Value& value, const tirx::script::Range& at, std::string* out) {
  Value simple = e.Simplified(value, at);
  if (simple.failed()) return false;
  if (simple.is_none()) return *out += "null", true;
  if (auto* truth = simple.Get<bool>()) return *out += *truth ? "true" : "false", true;
  if (auto number = simple.integer()) return *out += std::to_string(*number), true;
  if (auto* number = simple.Get<double>()) return *out += FloatRepr(*number), true;
  if (auto* text = simple.str()) return *out += JsonQuote(*text), true;
  if (auto* items = simple.sequence()) {
    *out += "[";
    for (size_t i = 0; i < items->size(); ++i) {
      if (i) *out += ",";
      if (!AppendJson(e, (*items)[i], at, out)) return false;
    }
    return *out += "]", true;
  }
  if (DictObject* dict = simple.dict()) {
    std::vector<std::pair<std::string, Value>> entries;
    for (const auto& [key, item] : dict->items) {
      auto text = e.ToText(key, "a key of the configuration", at);
      if (!text) return false;
      entries.emplace_back(*text, item);
    }
    std::sort(entries.begin(), entries.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
    *out += "{";
    for (size_t i = 0; i < entries.size(); ++i) {
      *out += (i ? "," : "") + JsonQuote(entries[i].first) + ":";
      if (!AppendJson(e, entries[i].second, at, out)) return false;
    }
    return *out += "}", true;
  }
  e.Error(DK::NotAValue, at,
          {DescribeKind(simple), "a configuration holds strings, numbers, lists and dicts"});
  return false;
}

}  // namespace

Value LaunchConfig(Elaborator& e, const Bound& b) {
  auto spec = std::make_shared<RegionSpec>();
  spec->op = "device_entry";
  spec->is_launch = true;
  Array<String> fields;
  bool fine = PackDims(e, "grid", b[0], b.ats[0], spec.get(), &fields);
  fine &= PackDims(e, "block", b[1], b.ats[1], spec.get(), &fields);
  if (b.Has(2)) fine &= PackScalar(e, "dynamic_smem_bytes", b[2], b.ats[2], spec.get(), &fields);
  for (const auto& [name, value] : b.rest_keywords)
    fine &= PackExtraField(e, name, value, spec.get(), &fields);
  if (!fine) return Value();
  spec->attrs.Set("launch_fields", fields);
  return std::shared_ptr<const RegionSpec>(std::move(spec));
}

Value DeviceEntry(Elaborator& e, const Bound& b) {
  auto* launch = b[0].Get<std::shared_ptr<const RegionSpec>>();
  if (!launch || !(*launch)->is_launch)
    return e.Error(DK::BadCallArgument, b.ats[0],
                   {"T.device_entry", "launch", DescribeKind(b[0]),
                    "a launch configuration, as in `T.gpu.LaunchConfig(grid=8, block=128)`"});
  auto spec = std::make_shared<RegionSpec>(**launch);
  spec->is_launch = false;
  if (b.Has(1) && !b[1].is_none()) {
    std::string json;
    if (!e.Simplified(b[1], b.ats[1]).dict())
      return e.Error(DK::BadCallArgument, b.ats[1],
                     {"T.device_entry", "backend_config", DescribeKind(b[1]), "a dict by backend"});
    if (!AppendJson(e, b[1], b.ats[1], &json)) return Value();
    spec->attrs.Set(ir::attr::kBackendConfig, String(json));
  }
  return std::shared_ptr<const RegionSpec>(std::move(spec));
}

Value Region(Elaborator& e, const Bound& b) {
  auto op = e.ToText(b[0], "the operation of a region", b.ats[0]);
  if (!op) return Value();
  auto spec = std::make_shared<RegionSpec>();
  spec->op = *op;
  for (size_t i = 0; i < b.rest.size(); ++i) {
    ir::Expr arg = e.ToOperand(b.rest[i], b.rest_at[i]);
    if (!arg.defined()) return Value();
    spec->args.push_back(arg);
  }
  if (b.Has(1)) {
    auto attrs = e.ToAttrs(b[1], b.ats[1]);
    if (!attrs) return Value();
    spec->attrs = *attrs;
  }
  TupleItems types;
  if (b.Has(2) && !e.Iterate(b[2], b.ats[2], &types)) return Value();
  for (const Value& item : types) {
    auto type = e.ToType(item, b.ats[2]);
    if (!type) return Value();
    spec->param_types.push_back(*type);
  }
  return std::shared_ptr<const RegionSpec>(std::move(spec));
}

Value Target(Elaborator& e, const Bound& b) {
  auto attrs = e.ToAttrs(b[0], b.ats[0]);
  if (!attrs) return Value();
  auto target = target::FromMap(*attrs);
  if (target.ok()) return ForeignValue{Any(*target)};
  for (diag::Diagnostic diagnostic : target.diagnostics()) {
    if (!diagnostic.span.defined()) diagnostic.span = e.SpanAt(b.ats[0]);
    e.Error(std::move(diagnostic));
  }
  return Value();
}

}  // namespace tirx::script::forms
