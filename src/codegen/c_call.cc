// SPDX-License-Identifier: Apache-2.0
// Calls of operations and functions.
#include "codegen/c_printer.h"
#include "ir/arith.h"

namespace tirx::codegen {

using ir::CallNode;
using ir::Expr;
using ir::PointerTypeNode;

// Operations whose form is more than a template.
CText FunctionPrinter::Call(const Expr& expr, int lane) {
  auto* call = expr.as<CallNode>();
  std::string_view op = call->op_name();
  if (op.empty() || op == dialect_.text_call) {
    CText result = FunctionCall(*call);
    bool one_lane = expr->dtype().lanes > 1 && lane >= 0;
    return one_lane ? CText{result.text + LaneSuffix(dialect_, expr->dtype(), lane)} : result;
  }
  if (op == "if_then_else") return LazySelect(*call, lane);
  if (op == "undef") return SomeValue(*call);
  if (op == "reinterpret") return Reinterpret(*call, lane);
  if (op == "tensor_data_ptr") return PointerOf(RefCast<ir::Var>(call->args[0]));
  if (op == "address_of") return Address(*call);
  if (op == "ptr_byte_offset") return OffsetPointer(*call);
  return TableCall(*call, lane);
}

CText FunctionPrinter::FunctionCall(const CallNode& call) {
  std::string name;
  if (auto* global = call.callee.as<ir::GlobalVarNode>()) {
    auto found = file_.function_names.find(std::string(global->name));
    TIRX_CHECK(found != file_.function_names.end(),
               "function `" + std::string(global->name) + "` is not among the device functions");
    name = found->second;
  } else {  // the call brings its text along
    name = std::string(ir::AttrOr<String>(call.attrs, "function", String("")));
  }
  std::string list;
  for (const Expr& arg : call.args) list += (list.empty() ? "" : ", ") + Value(arg).At(kAssign);
  return {name + "(" + list + ")"};
}

CText FunctionPrinter::Address(const CallNode& call) {
  if (call.args[0].as<ir::TensorLoadNode>()) return AddressOf(call.args[0], -1);
  return {"(void*)&" + Value(call.args[0]).At(kUnary),
          kUnary};  // a tensor map is passed by value, and constant
}

CText FunctionPrinter::OffsetPointer(const CallNode& call) {
  auto* type = call.ty.as<PointerTypeNode>();
  const ScopeRow* scope = type ? FindScope(dialect_, View(type->scope)) : nullptr;
  std::string bytes = (scope ? std::string(scope->pointer) : "") + "char*";
  std::string sum = "((" + bytes + ")" + Value(call.args[0]).At(kUnary) + " + " +
                    Value(call.args[1]).At(kMultiplicative) + ")";
  return {"(" + TypeOf(call.ty, call.span) + ")" + sum, kUnary};
}

// Zero is as good as any.
CText FunctionPrinter::SomeValue(const CallNode& call) {
  keep_alive_.push_back(ir::MakeConst(ScalarOf(call.dtype()), 0));
  return Constant(keep_alive_.back(), 0);
}

CText FunctionPrinter::LazySelect(const CallNode& call, int lane) {
  auto side = [&](const Expr& arg) { return lane < 0 ? Value(arg) : Element(arg, lane); };
  return {Element(call.args[0], lane).At(kLogicalOr) + " ? " + side(call.args[1]).At(kLogicalOr) + " : " +
              side(call.args[2]).At(kConditional),
          kConditional};
}

CText FunctionPrinter::Reinterpret(const CallNode& call, int lane) {
  DType from = call.args[0]->dtype(), to = call.dtype();
  if (from.lanes == to.lanes && lane >= 0)
    return BitCastText(ScalarOf(from), ScalarOf(to), Element(call.args[0], lane), call.span);
  return BitCastText(from, to, Value(call.args[0]), call.span);
}

const EmitRow* FunctionPrinter::FindEmit(std::string_view op, DType t, const CallNode* call) const {
  auto rows = file_.emit_rows.find(op);
  if (rows == file_.emit_rows.end()) return nullptr;
  EmitSite site{call, function_.get()};
  for (const EmitRow* row : rows->second)
    if ((row->types & SetOf(t)) && row->min_arch <= file_.arch && (!row->when || row->when(site))) return row;
  return nullptr;
}

CText FunctionPrinter::FromRow(std::string_view text, std::string_view needs, TemplateInput input,
                               DType result, DType operand) {
  input.type = TypeOf(result, span_);
  input.short_type = ShortName(result);
  input.operand_type = TypeOf(operand, span_);
  input.operand_short_type = ShortName(operand);
  file_.prelude.Need(needs, operand, operand);
  return ExpandTemplate(text, input);
}

CText FunctionPrinter::TableCall(const CallNode& call, int lane) {
  std::string_view op = call.op_name();
  DType result = ScalarOf(call.dtype());
  DType operand = result;
  if (!call.args.empty()) operand = ScalarOf(ir::ElementDType(call.args[0]).value_or(call.args[0]->dtype()));
  const EmitRow* row = FindEmit(op, operand, &call);
  const ir::OpRow* own = ir::FindOp(op);
  if (!row && own && own->effect == ir::Effect::Pure && (SetOf(operand) & dialect_.wide_types))
    if (const EmitRow* wide = FindEmit(op, Float(32), &call)) return WideCall(call, *wide, lane);
  if (!row && (!own || own->emit.empty() || !CheckArch(*own, call.span))) {
    ReportNoEmission(op, operand, call.span);
    return {"0"};
  }
  std::string_view text = row ? row->text : own->emit;
  TemplateInput input;
  input.attrs = call.attrs;
  for (const Expr& arg : call.args) {
    bool is_element = arg.as<ir::TensorLoadNode>() != nullptr;
    bool by_address = text.find("{&" + std::to_string(input.operands.size())) != std::string_view::npos;
    input.addresses.push_back(!by_address ? CText{""} : is_element ? AddressOf(arg, lane) : Value(arg));
    input.operands.push_back(by_address ? CText{""} : Element(arg, lane));
  }
  return FromRow(text, row ? row->needs : own->needs, std::move(input), result, operand);
}

// Computes in float32 what there is no row for in the small type.
CText FunctionPrinter::WideCall(const CallNode& call, const EmitRow& row, int lane) {
  TemplateInput input;
  input.attrs = call.attrs;
  DType result = ScalarOf(call.dtype());
  for (const Expr& arg : call.args) {
    DType t = ScalarOf(arg->dtype());
    CText value = Element(arg, lane);
    input.operands.push_back(IsFloating(t) ? CastText(t, Float(32), value, call.span) : value);
  }
  DType computed = IsFloating(result) ? Float(32) : result;
  CText text = FromRow(row.text, row.needs, std::move(input), computed, Float(32));
  return CastText(computed, result, text, call.span);
}

void FunctionPrinter::ReportNoEmission(std::string_view op, DType t, const Span& span) {
  std::string what = "`" + std::string(op) + "`";
  Report(DK::CodegenNoEmission, span, dialect_.language, what, IsVoid(t) ? "" : " on " + DTypeName(t));
}

bool FunctionPrinter::CheckArch(const ir::OpRow& row, const Span& span) {
  if (row.min_arch.empty() || !dialect_.arch_number || dialect_.arch_number(row.min_arch) <= file_.arch)
    return true;
  Report(DK::CodegenArchTooOld, span, row.name, row.min_arch, file_.target->arch());
  return true;  // reported; the text goes on
}

}  // namespace tirx::codegen
