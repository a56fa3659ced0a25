// SPDX-License-Identifier: Apache-2.0
// IR for Python: printing, JSON, verification, operators on expressions.
#include "base/structural.h"
#include "ir/arith.h"
#include "ir/json.h"
#include "ir/printer.h"
#include "ir/verify.h"
#include "python/native/failure.h"
#include "python/native/native.h"

namespace tirx::python {
namespace {

String PrintAny(const ObjectRef& node, int width) {
  ir::PrintOptions options;
  options.width = width;
  if (auto module = node.as<ir::IRModule>()) return ir::Print(*module, options);
  if (auto function = node.as<ir::Function>()) return ir::Print(*function, options);
  if (auto stmt = node.as<ir::Stmt>()) return ir::Print(*stmt, options);
  if (auto expr = node.as<ir::Expr>()) return ir::Print(*expr);
  if (auto type = node.as<ir::Type>()) return ir::TypeName(*type);
  return std::string(node->GetTypeKey());
}

// An operand from Python: an expression, or a number that takes the other's type.
Result<ir::Expr> Operand(const Any& value, DType like) {
  if (auto expr = value.as<ir::Expr>()) return *expr;
  if (value.type_index() == ffi::TypeIndex::kTVMFFIBool) return ir::MakeConst(Bool(), value.cast<bool>());
  if (value.type_index() == ffi::TypeIndex::kTVMFFIInt)
    return ir::ConstantOf(like, value.cast<int64_t>(), Span());
  if (value.type_index() == ffi::TypeIndex::kTVMFFIFloat)
    return ir::ConstantOf(like, value.cast<double>(), Span());
  return Fail(DK::TypeMismatch, Span(), {"an operand", std::string(value.GetTypeKey()), "an expression"});
}

template <class Op, class Info>
std::optional<Op> OperatorOf(std::string_view name, int count, Info info) {
  for (int i = 0; i < count; ++i)
    if (info(Op(i)).name == name) return Op(i);
  return std::nullopt;
}

Result<ir::Expr> Binary(std::string_view name, const Any& a, const Any& b) {
  auto op = OperatorOf<ir::BinaryOp>(name, int(ir::BinaryOp::Shr) + 1, [](auto o) { return ir::InfoOf(o); });
  TIRX_CHECK(op.has_value(), "no operator `" + std::string(name) + "`");
  auto first = a.as<ir::Expr>(), second = b.as<ir::Expr>();
  DType like = first ? (*first)->dtype() : second ? (*second)->dtype() : Int(32);
  TIRX_TRY(ir::Expr left, Operand(a, like));
  TIRX_TRY(ir::Expr right, Operand(b, like));
  return ir::TypedBinary(*op, left, right, Span());
}

Result<ir::Expr> Unary(std::string_view name, const ir::Expr& a) {
  auto op = OperatorOf<ir::UnaryOp>(name, int(ir::UnaryOp::BitNot) + 1, [](auto o) { return ir::InfoOf(o); });
  TIRX_CHECK(op.has_value(), "no operator `" + std::string(name) + "`");
  return ir::TypedUnary(*op, a, Span());
}

}  // namespace

void RegisterIrFunctions() {
  Define("print", PrintAny);
  Define("save_json", [](const ir::IRModule& module) { return String(ir::SaveJson(module)); });
  Define("load_json", [](const String& text, const String& name) {
    return ToPython(ir::LoadJson(View(text), View(name)));
  });
  Define("verify", [](const ir::IRModule& module) { return ToPython(ir::Verify(module)); });
  Define("structural_equal", [](const Any& a, const Any& b) { return StructuralEqual(a, b); });
  Define("structural_hash", [](const Any& a) { return int64_t(StructuralHash(a)); });
  Define("module", [](const Array<ir::Function>& functions, const String& name, const Attrs& attrs) {
    return ir::IRModule(functions, name, attrs);
  });
  Define("binary",
         [](const String& op, const Any& a, const Any& b) { return ToPython(Binary(View(op), a, b)); });
  Define("unary", [](const String& op, const ir::Expr& a) { return ToPython(Unary(View(op), a)); });
}

}  // namespace tirx::python
