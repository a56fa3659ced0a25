// SPDX-License-Identifier: Apache-2.0
// Regions: device entries with their launch (decision 12), and any other region.
#include <algorithm>

#include "base/json_text.h"
#include "diag/suggest.h"
#include "ir/arith.h"
#include "script/elaborator.h"
#include "script/forms.h"
#include "script/record.h"
#include "target/backend_config.h"

namespace tirx::script::forms {
namespace {

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

// Errors that know no place, at that of an argument.
Value ReportAt(Elaborator& e, diag::Diagnostics found, const tirx::script::Range& at) {
  for (diag::Diagnostic& one : found) {
    one.span = e.SpanAt(at);
    e.Error(std::move(one));
  }
  return Value();
}

// The argument as a record for that use; null, with an error, when it is something else.
const RecordObject* RecordArgument(Elaborator& e, const Bound& b, std::string_view callee, size_t i,
                                   ir::RecordUse use, std::string_view wanted) {
  auto* record = b[i].Get<std::shared_ptr<const RecordObject>>();
  if (record && (*record)->row->use == use) return record->get();
  e.Error(DK::BadCallArgument, b.ats[i],
          {callee, use == ir::RecordUse::Launch ? "launch" : "kernel_attrs", DescribeKind(b[i]), wanted});
  return nullptr;
}

bool AddKernelAttributes(Elaborator& e, const RecordObject& kernel, const ir::PackedFields& launch,
                         const tirx::script::Range& at, RegionSpec* spec) {
  if (Status status = ir::CheckTogether(*kernel.row, kernel.packed, &launch, e.SpanAt(at)); !status.ok())
    return e.Report(status), false;
  Attrs attrs;
  for (size_t i = 0; i < kernel.packed.names.size(); ++i) {
    const ir::Expr& value = kernel.packed.values[i];
    int64_t number = ir::ConstInt(value).value_or(0);
    attrs.Set(kernel.packed.names[i], IsBool(value->dtype()) ? Any(number != 0) : Any(number));
  }
  if (!attrs.empty()) spec->attrs.Set(ir::attr::kKernelAttrs, attrs);
  return true;
}

bool AddConfiguration(Elaborator& e, const Bound& b, std::string_view callee, size_t i, RegionSpec* spec) {
  std::string json;
  if (!e.Simplified(b[i], b.ats[i]).dict()) {
    e.Error(DK::BadCallArgument, b.ats[i],
            {callee, "backend_config", DescribeKind(b[i]), "a dict by backend"});
    return false;
  }
  if (!AppendJson(e, b[i], b.ats[i], &json)) return false;
  auto config = target::ParseBackendConfig(json);
  if (!config.ok()) return ReportAt(e, config.diagnostics(), b.ats[i]), false;
  spec->attrs.Set(ir::attr::kBackendConfig, String(target::BackendConfigJson(*config)));
  return true;
}

// T.launch_thread(tag, extent) and T.thread_binding(extent, tag) mean the same.
Value ThreadLoop(Elaborator& e, const Bound& b, size_t extent, size_t tag) {
  auto text = e.ToText(b[tag], "the tag of a thread loop", b.ats[tag]);
  if (!text) return Value();
  auto spec = std::make_shared<RegionSpec>();
  spec->thread_tag = *text;
  IrValue made = e.ToIr(b[extent], b.ats[extent]);
  if (!made.expr.defined()) return Value();
  spec->args.push_back(made.expr);
  return std::shared_ptr<const RegionSpec>(std::move(spec));
}

}  // namespace

std::shared_ptr<RegionSpec> EntrySpec(Elaborator& e, const Bound& b, std::string_view callee,
                                      const EntryArguments& arguments) {
  auto spec = std::make_shared<RegionSpec>();
  spec->op = "device_entry";
  const RecordObject* launch =
      RecordArgument(e, b, callee, arguments.launch, ir::RecordUse::Launch,
                     "a launch configuration, as in `T.gpu.LaunchConfig(grid=8, block=128)`");
  if (!launch) return nullptr;
  spec->args = launch->packed.values;
  spec->attrs.Set(ir::attr::kLaunchFields, launch->packed.names);
  auto given = [&](std::optional<size_t> i) { return i && b.Has(*i) && !b[*i].is_none(); };
  if (given(arguments.kernel_attrs)) {
    size_t i = *arguments.kernel_attrs;
    const RecordObject* kernel =
        RecordArgument(e, b, callee, i, ir::RecordUse::KernelAttributes, "attributes of a kernel");
    if (!kernel || !AddKernelAttributes(e, *kernel, launch->packed, b.ats[i], spec.get())) return nullptr;
  }
  if (given(arguments.backend_config) &&
      !AddConfiguration(e, b, callee, *arguments.backend_config, spec.get()))
    return nullptr;
  return spec;
}

Value DeviceEntry(Elaborator& e, const Bound& b) {
  auto spec = EntrySpec(e, b, "T.device_entry", {0, 1, 2});
  if (!spec) return Value();
  if (b.Has(3)) {  // of printed IR: bind-backend-config gives each entry its target
    auto* object = b[3].Get<ForeignValue>();
    if (!object || !object->object.as<target::TargetNode>())
      return e.Error(DK::BadCallArgument, b.ats[3],
                     {"T.device_entry", "target", DescribeKind(b[3]), "T.target(...)"});
    spec->attrs.Set(ir::attr::kTarget, object->object);
  }
  return std::shared_ptr<const RegionSpec>(std::move(spec));
}

Value BackendConfig(Elaborator& e, const Bound& b) {
  auto dict = std::make_shared<DictObject>();
  dict->body_id = e.body_id();
  for (const auto& [name, value] : b.rest_keywords)
    dict->items.emplace_back(Value::Str(std::string(name.text)), value);
  return dict;
}

Value LaunchThread(Elaborator& e, const Bound& b) {
  return ThreadLoop(e, b, 1, 0);
}
Value ThreadBinding(Elaborator& e, const Bound& b) {
  return ThreadLoop(e, b, 0, 1);
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
