// SPDX-License-Identifier: Apache-2.0
#include "pass/copy_body.h"

#include "ir/arith.h"

namespace tirx::pass {

using namespace ir;  // NOLINT: this file is about IR only

namespace {

class BodyCopier : public Rewriter {
 public:
  explicit BodyCopier(VarMap* values) : values_(*values) {}

 protected:
  Var RewriteDefinition(const Var& var) override {
    Var copy(var->name, SubstituteInType(var->ty, values_), var->span);
    values_[var.get()] = copy;
    return copy;
  }

  Expr RewriteExpr(const Expr& expr) override {
    if (expr.as<VarNode>()) {
      auto it = values_.find(expr.get());
      return it == values_.end() ? expr : it->second;
    }
    Expr mapped = Rewriter::RewriteExpr(expr);
    // A loop variable may have become a constant: `k + 0` is not left for others to tidy up.
    if (auto* node = mapped.as<BinaryNode>(); node && !mapped.same_as(expr))
      return FoldBinary(node->op, node->a, node->b, node->span);
    // Types that are built from operands have to follow them.
    if (auto* region = mapped.as<TensorRegionNode>())
      return TensorRegion(region->tensor, region->ranges, region->span);
    if (auto* call = mapped.as<CallNode>(); call && call->ty.as<TensorTypeNode>())
      return Call(SubstituteInType(call->ty, values_), call->callee, call->args, call->attrs, call->span);
    return mapped;
  }

 private:
  VarMap& values_;
};

}  // namespace

Type SubstituteInType(const Type& type, const VarMap& values) {
  auto* tensor = type.as<TensorTypeNode>();
  if (!tensor) return type;
  bool changed = false;
  auto follow = [&](const Expr& part) {
    Expr result = Substitute(part, values);
    changed |= !result.same_as(part);
    return result;
  };
  Array<Expr> shape, strides;
  for (const ObjectRef& extent : tensor->shape) shape.push_back(follow(RefCast<Expr>(extent)));
  for (const ObjectRef& stride : tensor->strides) strides.push_back(follow(RefCast<Expr>(stride)));
  Expr offset = RefCast<Expr>(tensor->elem_offset);
  if (offset.defined()) offset = follow(offset);
  if (!changed) return type;
  return MakeTensorType(tensor->dtype, shape, tensor->scope, strides, offset, tensor->alignment,
                        tensor->cell);
}

Stmt CopyBody(const Stmt& body, VarMap* values) {
  return BodyCopier(values).Rewrite(body);
}

Function CopyFunction(const Function& function, String name) {
  VarMap values;
  // Extents may be parameters that come later, or stand in types alone: all of them first.
  for (const Var& var : FreeVars(function))
    if (!var.is_tensor()) values[var.get()] = Var(var->name, var->ty, var->span);
  for (const Var& param : function->params)
    if (!param.is_tensor()) values[param.get()] = Var(param->name, param->ty, param->span);
  Array<Var> params;
  for (const Var& param : function->params) {
    if (param.is_tensor())
      values[param.get()] = Var(param->name, SubstituteInType(param->ty, values), param->span);
    params.push_back(RefCast<Var>(values[param.get()]));
  }
  Stmt body = function->body.defined() ? CopyBody(function->body, &values) : Stmt();
  Function copy = function.WithName(name).WithParams(params).WithBody(body);
  return function->is_exported() ? copy.WithAttr(attr::kGlobalSymbol, name) : copy;
}

}  // namespace tirx::pass
