// SPDX-License-Identifier: Apache-2.0
// The names of the script language, for `dir(T)`, `help(T.exp)` and the stubs (tools/make_stubs.py).
#include "base/dtype.h"
#include "base/json_text.h"
#include "ir/op.h"
#include "ir/record.h"
#include "ir/registry.h"
#include "python/native/native.h"
#include "script/alias.h"
#include "script/form.h"
#include "script/function_row.h"

namespace tirx::python {
namespace {

// One parameter as Form::params spells it, with the default's text behind the `=`.
std::string ParamText(const ir::OpParam& param) {
  std::string name(param.name);
  if (param.kind == ir::ParamKind::Values) return "*" + name;
  if (param.fallback.empty()) return name;
  bool quoted = (param.kind == ir::ParamKind::Text || param.kind == ir::ParamKind::DType) &&
                param.fallback != "None" && param.fallback[0] != '"';
  return name + "=" + (quoted ? JsonQuote(param.fallback) : std::string(param.fallback));
}

std::string ParamsOf(const ir::OpRow& row) {
  std::string text;
  for (size_t i = 0; i < row.param_count(); ++i) text += (i ? ", " : "") + ParamText(row.params[i]);
  return text;
}

std::string DocOf(const ir::OpRow& row) {
  std::string doc(row.doc);
  for (size_t i = 0; i < row.param_count(); ++i) {
    const ir::OpParam& param = row.params[i];
    if (param.choices.empty()) continue;
    doc += "\n" + std::string(param.name) + ": ";
    for (char c : param.choices) doc += c == '|' ? std::string(", ") : std::string(1, c);
  }
  if (!row.min_arch.empty()) doc += "\nNeeds " + std::string(row.min_arch) + " or later.";
  return doc;
}

std::string ParamsOf(const ir::RecordRow& row) {
  std::string text;
  for (const ir::RecordField& field : row.fields)
    text += (text.empty() ? "" : ", ") + std::string(field.name) + (field.required ? "" : "=None");
  return text;
}

std::string DocOf(const ir::RecordRow& row) {
  std::string doc(row.doc);
  for (const ir::RecordField& field : row.fields)
    if (!field.doc.empty()) doc += "\n" + std::string(field.name) + ": " + std::string(field.doc);
  return doc;
}

class NameList {
 public:
  void Add(std::string_view name, std::string_view params, std::string_view doc, const char* kind) {
    text_ += (text_.empty() ? "[" : ",") + std::string("[") + JsonQuote(name) + "," + JsonQuote(kind) + "," +
             JsonQuote(params) + "," + JsonQuote(doc) + "]";
  }
  std::string Text() && { return std::move(text_) + "]"; }

 private:
  std::string text_;
};

// [path after `T.`, "function" | "decorator" | "dtype", parameters, documentation] of each name, as JSON: one
// string crosses the border faster than a thousand objects.
String ScriptNames() {
  NameList names;
  auto add_form = [&](std::string_view name, const script::Form& form) {
    names.Add(name, form.params, form.doc, form.call ? "function" : "decorator");
  };
  auto add_op = [&](std::string_view name, const ir::OpRow& row, const std::string& doc) {
    names.Add(name, ParamsOf(row), doc, "function");
  };
  for (std::string_view name : script::SpecialFormNames()) add_form(name, *script::FindSpecialForm(name));
  for (const ir::OpRow* row : ir::CurrentSnapshot().All<ir::OpRow>()) add_op(row->name, *row, DocOf(*row));
  for (const ir::RecordRow* row : ir::CurrentSnapshot().All<ir::RecordRow>())
    names.Add(row->name, ParamsOf(*row), DocOf(*row), "function");
  for (const auto* row : ir::CurrentSnapshot().All<script::FunctionRow>())
    names.Add(row->name, row->params, row->doc, "function");
  for (const auto* alias : ir::CurrentSnapshot().All<script::AliasRow>()) {
    if (const script::Form* form = script::FindSpecialForm(alias->target)) {
      add_form(alias->name, *form);
    } else if (const ir::OpRow* row = ir::FindOp(alias->target)) {
      add_op(alias->name, *row, DocOf(*row) + "\nThe same as `T." + std::string(alias->target) + "`.");
    }
  }
  for (std::string_view dtype : DTypeNames()) names.Add(dtype, "value", "", "dtype");
  return std::move(names).Text();
}

}  // namespace

void RegisterNameFunctions() {
  Define("script_names", ScriptNames);
}

}  // namespace tirx::python
