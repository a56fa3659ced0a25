// SPDX-License-Identifier: Apache-2.0
#include "codegen/c_family.h"

#include <map>
#include <set>

#include "codegen/c_printer.h"
#include "ir/visit.h"

namespace tirx::codegen {
namespace {

bool IsKernel(const ir::Function& function) {
  return function->calling_conv() == ir::CallingConv::DeviceKernel;
}

// A template without its fields, but with `suffix` for the field {s}.
std::string FixedText(std::string_view text, std::string_view suffix = "") {
  std::string fixed;
  while (!text.empty()) {
    size_t open = text.find('{');
    fixed += text.substr(0, open);
    size_t close = open == std::string_view::npos ? open : text.find('}', open);
    if (close == std::string_view::npos) break;
    if (text.substr(open, close - open) == "{s") fixed += suffix;
    text.remove_prefix(close + 1);
  }
  return fixed;
}

// Names that templates and helpers use must not be hidden by variables of the kernel.
void ReserveNames(const Dialect& dialect, NameSupply& names) {
  names.Reserve(kCKeywords);
  names.Reserve("vec_");
  names.Reserve(dialect.reserved);
  for (std::span<const EmitRow> rows : {dialect.ops, SharedOps()})
    for (const EmitRow& row : rows) {
      names.Reserve(FixedText(row.text));
      if (row.text.find("{s}") != std::string_view::npos) names.Reserve(FixedText(row.text, "f"));
    }
  for (std::span<const CastRow> rows : {dialect.casts, dialect.bit_casts})
    for (const CastRow& row : rows) names.Reserve(FixedText(row.text));
  for (const TypeRow& row : dialect.types)
    for (std::string_view text : {row.name, row.literal, row.infinity, row.nan})
      names.Reserve(FixedText(text));
  for (const VectorRow& row : dialect.vectors)
    for (std::string_view text : {row.name, row.make}) names.Reserve(text);
}

// The texts that calls bring along, each once, before everything that uses them. The names of their functions
// are taken.
SourceText BroughtTexts(const Array<ir::Function>& functions, FileContext& file) {
  SourceText all;
  std::map<std::string, std::string> text_of;
  std::set<std::string> printed;
  for (const ir::Function& function : functions) {
    if (!function->body.defined() || file.dialect.text_call.empty()) continue;
    ir::Walk(function->body, [&](const ObjectRef& node) {
      auto* call = node.as<ir::CallNode>();
      if (!call || call->op_name() != file.dialect.text_call) return true;
      std::string name(ir::AttrOr<String>(call->attrs, "function", String("")));
      std::string text(ir::AttrOr<String>(call->attrs, "source_code", String("")));
      auto [known, fresh] = text_of.emplace(name, text);
      if (fresh) file.names.Reserve(name);
      if (!fresh && known->second != text)
        file.errors.push_back(diag::Make(DK::CodegenTextDiffers, call->span, {name}));
      if (printed.insert(text).second) {
        if (!all.empty()) all.Line("");
        all.Line(text, call->span);
      }
      return true;
    });
  }
  return all;
}

// Exported symbols keep their names: the host looks kernels up by them.
void NameFunctions(const Array<ir::Function>& functions, FileContext& file) {
  NameSupply library;
  library.Reserve(file.dialect.library_functions);
  for (const ir::Function& function : functions)
    if (library.IsTaken(View(function->name))) file.names.Reserve(View(function->name));
  for (const ir::Function& function : functions) {
    if (!IsKernel(function)) continue;
    std::string name(function->name);
    if (file.names.IsTaken(name))
      file.errors.push_back(
          diag::Make(DK::CodegenReservedName, function->span, {name, file.dialect.language}));
    file.function_names[name] = file.names.Fresh(name);
  }
  for (const ir::Function& function : functions)
    if (!IsKernel(function))
      file.function_names[std::string(function->name)] = file.names.Fresh(View(function->name));
}

}  // namespace

FileContext::FileContext(const Dialect& dialect_in, target::Target target_in)
    : dialect(dialect_in),
      target(std::move(target_in)),
      arch(dialect.arch_number && target.defined() ? dialect.arch_number(target->arch()) : 0),
      prelude(dialect) {
  ReserveNames(dialect, names);
  for (std::span<const EmitRow> rows : {dialect.ops, SharedOps()})
    for (const EmitRow& row : rows) emit_rows[std::string(row.op)].push_back(&row);
}

KernelSignature SignatureOf(const ir::Function& kernel) {
  KernelSignature signature;
  signature.name = std::string(kernel->name);
  for (const ir::Var& param : kernel->params) {
    bool is_map = param->ty.as<ir::TensorMapTypeNode>() != nullptr;
    bool is_tensor = param->ty.as<ir::TensorTypeNode>() != nullptr;
    signature.arg_types.push_back(is_map || is_tensor ? Handle() : param->dtype());
    signature.arg_extra_tags.push_back(is_map);
  }
  for (const String& tag : ir::AttrOr<Array<String>>(kernel->attrs, ir::attr::kLaunchParams, Array<String>()))
    signature.launch_tags.emplace_back(tag);
  return signature;
}

Result<DeviceSource> GenerateC(const Array<ir::Function>& functions, const target::Target& target,
                               const Dialect& dialect) {
  FileContext file(dialect, target);
  SourceText brought = BroughtTexts(functions, file);
  NameFunctions(functions, file);
  DeviceSource source;
  source.language = std::string(dialect.language);
  SourceText prototypes, bodies;
  for (const ir::Function& function : functions) {
    FunctionPrinter printer(file, function);
    if (function->body.defined()) {
      if (!bodies.empty()) bodies.Line("");
      bodies.Append(printer.Print());
    }
    if (IsKernel(function))
      source.kernels.push_back(SignatureOf(function));
    else
      prototypes.Line(printer.header() + ";", function->span);
  }
  if (!file.errors.empty()) return Failure(file.errors);
  SourceText all = file.prelude.Text();
  for (const SourceText* part : {&brought, &prototypes, &bodies}) {
    if (part->empty()) continue;
    if (!all.empty()) all.Line("");
    all.Append(*part);
  }
  source.text = all.text();
  source.line_spans = all.spans();
  return source;
}

}  // namespace tirx::codegen
