// SPDX-License-Identifier: Apache-2.0
#include "pass/legalize_storage.h"

#include "base/float_format.h"
#include "ir/arith.h"
#include "ir/visit.h"
#include "pass/map_functions.h"
#include "pass/native_types.h"

namespace tirx::pass {

using namespace ir;  // NOLINT: this file is about IR only

namespace {

class StorageLegalizer : public Rewriter {
 public:
  StorageLegalizer(TypeSet missing, std::string target) : missing_(missing), target_(std::move(target)) {}

  Function Legalize(const Function& function) {
    Array<Var> params;
    for (const Var& param : function->params) params.push_back(Renewed(param));
    return Function(function->name, params, Rewriter::Rewrite(function->body), LegalType(function->ret_type),
                    function->attrs, function->span);
  }
  const diag::Diagnostics& errors() const { return errors_; }

 protected:
  Var RewriteDefinition(const Var& var) override { return Renewed(var); }

  Expr RewriteExpr(const Expr& e) override {
    if (e.as<VarNode>()) {
      auto it = renewed_.find(e.get());
      return it == renewed_.end() ? e : Expr(it->second);
    }
    if (auto* number = e.as<FloatImmNode>(); number && IsMissing(e->dtype())) {
      return MakeConst(Bits(e->dtype()), EncodeFloat(*FloatFormatOf(e->dtype()), number->value), e->span);
    }
    Expr mapped = Rewriter::RewriteExpr(e);
    if (auto* cast = e.as<CastNode>()) return CheckedCast(mapped, *cast);
    // What was its own bits already.
    auto* call = mapped.as<CallNode>();
    if (call && call->op_name() == "reinterpret" && call->args[0]->dtype() == e->dtype())
      return call->args[0];
    return LegalType(e->ty).same_as(e->ty) ? mapped : Retyped(mapped);
  }

 private:
  bool IsMissing(DType t) const { return (SetOf(t) & missing_) != 0; }
  static DType Bits(DType t) { return UInt(t.bits, t.lanes); }

  Type LegalType(const Type& type) const {
    if (auto* tensor = type.as<TensorTypeNode>()) {
      if (!IsMissing(tensor->dtype)) return type;
      auto whole = RefCast<TensorType>(type);
      return MakeTensorType(Bits(tensor->dtype), ShapeOf(whole), tensor->scope, StridesOf(whole),
                            RefCast<Expr>(tensor->elem_offset), tensor->alignment, tensor->cell);
    }
    if (auto* pointer = type.as<PointerTypeNode>()) {
      Type element = LegalType(pointer->element);
      return element.same_as(pointer->element) ? type : Type(PointerType(element, pointer->scope));
    }
    DType t = DTypeOf(type);
    return type.as<PrimTypeNode>() && IsMissing(t) ? Type(PrimType(Bits(t))) : type;
  }

  Var Renewed(const Var& var) {
    if (auto it = renewed_.find(var.get()); it != renewed_.end()) return it->second;
    Type type = LegalType(var->ty);
    if (type.same_as(var->ty)) return var;
    Var renewed(var->name, type, var->span);
    renewed_.emplace(var.get(), renewed);
    return renewed;
  }

  Expr CheckedCast(const Expr& mapped, const CastNode& cast) {
    DType from = cast.value->dtype(), to = cast.dtype();
    if (!IsMissing(from) && !IsMissing(to)) return mapped;
    errors_.push_back(diag::Make(DK::NotComputed, cast.span,
                                 {target_, "convert", DTypeName(from) + " to " + DTypeName(to),
                                  "values of a type that it does not have can be loaded, stored and given to "
                                  "`T.reinterpret`"}));
    return mapped;
  }

  // Nodes that hand a value on have the type of their operands.
  Expr Retyped(const Expr& e) {
    if (auto* load = e.as<TensorLoadNode>()) return TensorLoad(load->tensor, load->indices, e->span);
    if (auto* select = e.as<SelectNode>())
      return Select(select->condition, select->then_value, select->else_value, e->span);
    if (auto* broadcast = e.as<BroadcastNode>())
      return Broadcast(broadcast->value, broadcast->lanes, e->span);
    auto* call = e.as<CallNode>();
    return call ? RetypedCall(*call) : e;
  }

  // Calls carry the type of their result, and `reinterpret` names it too.
  Expr RetypedCall(const CallNode& call) {
    Type type = LegalType(call.ty);
    if (type.same_as(call.ty)) return ffi::GetRef<Expr>(&call);
    if (call.op_name() != "reinterpret") return Call(type, call.callee, call.args, call.attrs, call.span);
    if (call.args[0]->dtype() == DTypeOf(type)) return call.args[0];
    Attrs attrs = call.attrs;
    attrs.Set("dtype", String(DTypeName(DTypeOf(type))));
    return Call(type, call.callee, call.args, attrs, call.span);
  }

  TypeSet missing_;
  std::string target_;
  std::unordered_map<const Object*, Var> renewed_;
  diag::Diagnostics errors_;
};

}  // namespace

Result<IRModule> LegalizeStorage(IRModule module, const PassContext& context) {
  diag::Diagnostics errors;
  IRModule legal = MapFunctions(module, [&](const Function& function) {
    TypeSet missing = kFloat & ~NativeTypesOf(function).storage;
    if (!missing) return function;
    StorageLegalizer legalizer(missing, std::string(context.target->kind));
    Function result = legalizer.Legalize(function);
    errors.insert(errors.end(), legalizer.errors().begin(), legalizer.errors().end());
    return result;
  });
  if (!errors.empty()) return Failure(std::move(errors));
  return legal;
}

}  // namespace tirx::pass
