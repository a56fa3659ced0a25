// SPDX-License-Identifier: Apache-2.0
#include "pass/lower_masked_access.h"

#include "ir/arith.h"
#include "pass/lanes.h"
#include "pass/map_functions.h"

namespace tirx::pass {

using namespace ir;  // NOLINT: this file is about IR only

namespace {

// Whether a pointer may be computed at the head of the statement instead of where it stands, which may be in
// the side of a condition that is not taken: no reads, and no division that the condition guards.
bool MayComputeEarly(const Expr& pointer) {
  bool early = LaneValues::IsSteady(pointer);
  Walk(pointer, [&](const ObjectRef& node) {
    auto* binary = node.as<BinaryNode>();
    bool divides = binary && binary->op >= BinaryOp::Div && binary->op <= BinaryOp::FloorMod;
    if (divides && ConstInt(binary->b).value_or(0) == 0) early = false;
    return early;
  });
  return early;
}

class MaskedAccess : public Rewriter {
 public:
  diag::Diagnostics errors;

 protected:
  Expr RewriteExpr(const Expr& expr) override {
    Expr mapped = Rewriter::RewriteExpr(expr);
    auto* call = mapped.as<CallNode>();
    if (!call || call->op_name() != "masked_load") return mapped;
    Expr element = ElementBehind(*call);
    return Call(call->ty, Op("if_then_else"), {call->args[1], element, call->args[2]}, {}, call->span);
  }

  // A statement, behind the views of the pointers that it uses.
  Stmt RewriteStmt(const Stmt& stmt) override {
    std::vector<Stmt> own;
    std::swap(own, views_);
    Stmt result = Rewriter::RewriteStmt(stmt);
    if (auto* evaluate = result.as<EvaluateNode>()) {
      auto* call = evaluate->value.as<CallNode>();
      if (call && call->op_name() == "masked_store") result = Store(*call);
    }
    std::swap(own, views_);
    if (own.empty()) return result;
    own.push_back(result);
    return MakeSeq(own, stmt->span);
  }

 private:
  Stmt Store(const CallNode& call) {
    Expr element = ElementBehind(call);
    const auto& load = *element.as<TensorLoadNode>();
    Stmt store = TensorStore(load.tensor, load.indices, call.args[1], call.span);
    return If(call.args[2], store, Stmt(), call.span);
  }

  // The element that the first operand names or points to.
  Expr ElementBehind(const CallNode& call) {
    Expr operand = call.args[0];
    if (auto* address = operand.as<CallNode>(); address && address->op_name() == "address_of")
      operand = address->args[0];
    if (operand.as<TensorLoadNode>()) return operand;
    if (!MayComputeEarly(operand))
      errors.push_back(diag::Make(DK::MaskedPointer, call.span, {call.op_name()}));
    auto* pointer = operand->ty.as<PointerTypeNode>();
    auto* name = operand.as<VarNode>();
    Var view(name ? name->name : String("element"),
             MakeTensorType(DTypeOf(pointer->element), {Int32(1)}, pointer->scope), call.span);
    views_.push_back(Bind(view, Call(view->ty, Op("decl_tensor"), {operand}, {}, call.span), call.span));
    return TensorLoad(view, {Int32(0)}, call.span);
  }

  std::vector<Stmt> views_;
};

}  // namespace

bool IsMaskedAccess(std::string_view op) {
  return op == "masked_load" || op == "masked_store";
}

Result<IRModule> LowerMaskedAccess(IRModule module, const PassContext&) {
  MaskedAccess lower;
  IRModule lowered = MapFunctions(module, [&](const Function& function) { return lower.Rewrite(function); });
  if (!lower.errors.empty()) return Failure(std::move(lower.errors));
  return lowered;
}

}  // namespace tirx::pass
