// SPDX-License-Identifier: Apache-2.0
// Expressions: the dispatch on their kind, leaves, selection, vectors.
#include "codegen/c_printer.h"
#include "ir/arith.h"
#include "ir/visit.h"

namespace tirx::codegen {

using ir::Expr;

// One lane of an expression; scalars have only one, whatever `lane` is.
CText FunctionPrinter::Element(const Expr& expr, int lane) {
  using Handler = CText (FunctionPrinter::*)(const Expr&, int);
  static const auto* handlers = new std::unordered_map<int32_t, Handler>{
      {ir::IntImmNode::RuntimeTypeIndex(), &FunctionPrinter::Constant},
      {ir::FloatImmNode::RuntimeTypeIndex(), &FunctionPrinter::Constant},
      {ir::StringImmNode::RuntimeTypeIndex(), &FunctionPrinter::Constant},
      {ir::VarNode::RuntimeTypeIndex(), &FunctionPrinter::Variable},
      {ir::BinaryNode::RuntimeTypeIndex(), &FunctionPrinter::Operator},
      {ir::UnaryNode::RuntimeTypeIndex(), &FunctionPrinter::Operator},
      {ir::CastNode::RuntimeTypeIndex(), &FunctionPrinter::Conversion},
      {ir::SelectNode::RuntimeTypeIndex(), &FunctionPrinter::Selection},
      {ir::RampNode::RuntimeTypeIndex(), &FunctionPrinter::RampElement},
      {ir::BroadcastNode::RuntimeTypeIndex(), &FunctionPrinter::BroadcastElement},
      {ir::TensorLoadNode::RuntimeTypeIndex(), &FunctionPrinter::Load},
      {ir::CallNode::RuntimeTypeIndex(), &FunctionPrinter::Call},
  };
  if (auto found = hoisted_.find(expr.get()); found != hoisted_.end())
    return {found->second + (expr->dtype().lanes > 1 ? LaneSuffix(dialect_, expr->dtype(), lane) : "")};
  auto handler = handlers->find(expr->type_index());
  TIRX_CHECK(handler != handlers->end(), "no C for expression " + expr->GetTypeKey());
  return (this->*handler->second)(expr, lane);
}

CText FunctionPrinter::Value(const Expr& expr) {
  DType t = expr->dtype();
  if (t.lanes <= 1) return Element(expr, 0);
  if (auto found = hoisted_.find(expr.get()); found != hoisted_.end()) return {found->second};
  if (expr.as<ir::VarNode>()) return {variables_.at(expr.get())};
  if (auto* load = expr.as<ir::TensorLoadNode>())
    if (auto whole = WholeVector(TensorOf(load->tensor), load->indices[0])) return *whole;
  if (const CastRow* row = VectorCast(expr)) {
    const Expr& value = expr.as<ir::CastNode>()->value;
    return FromCast(*row, value->dtype(), t, Value(value));
  }
  if (IsComputedWhole(expr)) return Call(expr, -1);
  std::vector<CText> lanes;
  for (int k = 0; k < t.lanes; ++k) lanes.push_back(Element(expr, k));
  return VectorOf(t, lanes, expr->span);
}

CText FunctionPrinter::VectorOf(DType dtype, const std::vector<CText>& lanes, const Span& span) {
  std::string list;
  for (const CText& lane : lanes) list += (list.empty() ? "" : ", ") + lane.At(kAssign);
  std::string type = TypeOf(dtype, span);
  const VectorRow* row = FindVector(dialect_, dtype);
  if (row && !row->make.empty()) return {std::string(row->make) + "(" + list + ")"};
  std::string literal(dialect_.struct_literal);
  if (size_t at = literal.find("{T}"); at != std::string::npos) literal.replace(at, 3, type);
  return {literal + "{{" + list + "}}"};
}

CText FunctionPrinter::Constant(const Expr& expr, int) {
  if (auto* number = expr.as<ir::IntImmNode>()) {
    if (IsHandle(expr->dtype()))
      return {"(void*)" + IntLiteral(dialect_, UInt(64), number->value).text, kUnary};
    TypeOf(expr->dtype(), expr->span);  // in C, `true` comes with a header
    return IntLiteral(dialect_, expr->dtype(), number->value);
  }
  if (auto* text = expr.as<ir::StringImmNode>()) return {StringLiteral(View(text->value))};
  TypeOf(expr->dtype(), expr->span);  // its prelude; reports a type that the dialect lacks
  if (!FindType(dialect_, expr->dtype())) return {"0"};
  return FloatLiteral(dialect_, expr->dtype(), expr.as<ir::FloatImmNode>()->value);
}

CText FunctionPrinter::Variable(const Expr& expr, int lane) {
  if (RefCast<ir::Var>(expr).is_tensor()) return PointerOf(RefCast<ir::Var>(expr));
  auto found = variables_.find(expr.get());
  TIRX_CHECK(found != variables_.end(),
             "variable `" + std::string(expr.as<ir::VarNode>()->name) + "` is not defined");
  return {found->second + (expr->dtype().lanes > 1 ? LaneSuffix(dialect_, expr->dtype(), lane) : "")};
}

CText FunctionPrinter::Operator(const Expr& expr, int lane) {
  if (auto* binary = expr.as<ir::BinaryNode>()) return Binary(*binary, lane);
  auto* unary = expr.as<ir::UnaryNode>();
  return UnaryText(unary->op, ScalarOf(expr->dtype()), Element(unary->a, lane));
}

CText FunctionPrinter::Conversion(const Expr& expr, int lane) {
  const Expr& value = expr.as<ir::CastNode>()->value;
  return CastText(ScalarOf(value->dtype()), ScalarOf(expr->dtype()), Element(value, lane), expr->span);
}

// C's conditional evaluates one side only. Where the other one would be missed it becomes a function's
// argument.
CText FunctionPrinter::Selection(const Expr& expr, int lane) {
  auto* node = expr.as<ir::SelectNode>();
  auto has_effect = [](const Expr& side) {
    bool found = false;
    ir::Walk(side, [&](const ObjectRef& child) {
      auto* call = child.as<ir::CallNode>();
      const ir::OpRow* row = call ? ir::FindOp(call->op_name()) : nullptr;
      if (call && (!row || row->effect >= ir::Effect::Update)) found = true;
      return !found;
    });
    return found;
  };
  CText condition = Element(node->condition, lane), a = Element(node->then_value, lane),
        b = Element(node->else_value, lane);
  if (has_effect(node->then_value) || has_effect(node->else_value)) {
    DType t = ScalarOf(expr->dtype());
    TypeOf(t, expr->span);
    TypeOf(Bool(), expr->span);
    file_.prelude.Need("select", t);
    return {"select_" + ShortName(t) + "(" + condition.At(kAssign) + ", " + a.At(kAssign) + ", " +
            b.At(kAssign) + ")"};
  }
  return {condition.At(kLogicalOr) + " ? " + a.At(kLogicalOr) + " : " + b.At(kConditional), kConditional};
}

CText FunctionPrinter::RampElement(const Expr& expr, int lane) {
  Expr element = LaneIndex(expr, lane);
  keep_alive_.push_back(element);
  return Element(element, 0);
}

CText FunctionPrinter::BroadcastElement(const Expr& expr, int) {
  return Element(expr.as<ir::BroadcastNode>()->value, 0);
}

}  // namespace tirx::codegen
