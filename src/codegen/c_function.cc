// SPDX-License-Identifier: Apache-2.0
// Functions: the line that opens one, parameters, the spelling of types.
#include "codegen/c_printer.h"
#include "codegen/c_read_only.h"

namespace tirx::codegen {

using ir::PointerTypeNode;
using ir::Var;

FunctionPrinter::FunctionPrinter(FileContext& file, const ir::Function& function)
    : file_(file), dialect_(file.dialect), function_(function), names_(file.names), span_(function->span) {
  if (is_kernel() && function->body.defined() && !dialect_.const_word.empty())
    read_only_ = ReadOnlyParams(function);
  header_ = Header();
}

const SourceText& FunctionPrinter::Print() {
  text_.Line(header_ + " {", function_->span);
  text_.Indent();
  DeclareAhead(Declared::FunctionStart);
  Stmt(function_->body);
  text_.Dedent();
  text_.Line("}", function_->span);
  return text_;
}

std::string FunctionPrinter::Header() {
  std::string header(is_kernel() ? dialect_.kernel_prefix : dialect_.function_prefix);
  if (!header.empty()) header += ' ';
  header += TypeOf(function_->ret_type, function_->span) + ' ';
  if (is_kernel() && dialect_.kernel_attributes) {
    auto attributes = dialect_.kernel_attributes(function_);
    if (!attributes.ok()) {
      for (const auto& error : attributes.diagnostics()) AddError(error);
    } else if (!attributes->empty()) {
      header += *attributes + ' ';
    }
  }
  header += file_.function_names.at(std::string(function_->name)) + '(';
  bool first = true;
  for (const Var& param : function_->params) {
    header += (first ? "" : ", ") + Param(param);
    first = false;
  }
  std::string ahead = DeclareAhead(Declared::Parameter);
  return header + (first || ahead.empty() ? "" : ", ") + ahead + ')';
}

std::string FunctionPrinter::Param(const Var& var) {
  std::string name = variables_[var.get()] = names_.Fresh(View(var->name));
  std::string restrict_word;
  if (ir::AttrOr<bool>(function_->attrs, ir::attr::kNoAlias, false) && !dialect_.restrict_word.empty())
    restrict_word = std::string(dialect_.restrict_word) + ' ';
  if (var->ty.as<ir::TensorMapTypeNode>()) {
    file_.prelude.Need(dialect_.tensor_map_needs);
    if (dialect_.tensor_map_param.empty())
      Report(DK::CodegenUnsupportedType, var->span, dialect_.language, "tensor map");
    return std::string(dialect_.tensor_map_param) + ' ' + name;
  }
  if (auto* tensor = var->ty.as<ir::TensorTypeNode>()) {
    DefineTensor(var, {name}, 1);
    tensors_[var.get()].cell = false;  // here it is a pointer, whatever the caller has
    return PointerTo(tensor->dtype, View(tensor->scope)) + ' ' + restrict_word + name;
  }
  auto* pointer = var->ty.as<PointerTypeNode>();
  if (!pointer) return TypeOf(var->ty, var->span) + ' ' + name;
  bool read_only = read_only_.count(var.get()) != 0;
  return PointerTo(ir::DTypeOf(pointer->element), View(pointer->scope), read_only) + ' ' + restrict_word +
         name;
}

std::string FunctionPrinter::PointerTo(DType element, std::string_view scope, bool read_only) {
  const ScopeRow* row = FindScope(dialect_, scope);
  std::string type(row ? row->pointer : "");
  if (read_only) type.append(dialect_.const_word) += ' ';
  return type + TypeOf(element, span_) + '*';
}

std::string FunctionPrinter::TypeOf(const ir::Type& type, const Span& span) {
  if (auto* pointer = type.as<PointerTypeNode>())
    return PointerTo(ir::DTypeOf(pointer->element), View(pointer->scope));
  return TypeOf(ir::DTypeOf(type), span);
}

std::string FunctionPrinter::TypeOf(DType dtype, const Span& span) {
  std::string name = file_.prelude.TypeName(dtype);
  if (!name.empty()) return name;
  Report(DK::CodegenUnsupportedType, span, dialect_.language, DTypeName(dtype));
  return "int";
}

void FunctionPrinter::AddError(diag::Diagnostic error) {
  for (const diag::Diagnostic& known : file_.errors)
    if (known.kind == error.kind && known.message == error.message && known.span.same_as(error.span)) return;
  file_.errors.push_back(std::move(error));
}

}  // namespace tirx::codegen
