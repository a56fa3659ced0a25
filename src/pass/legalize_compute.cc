// SPDX-License-Identifier: Apache-2.0
#include "pass/legalize_compute.h"

#include <algorithm>

#include "base/float_format.h"
#include "ir/arith.h"
#include "ir/op.h"
#include "ir/visit.h"
#include "pass/map_functions.h"
#include "pass/native_types.h"

namespace tirx::pass {

using namespace ir;  // NOLINT: this file is about IR only

namespace {

// The same value in float32, which holds every value of a narrower type.
Expr Widened(const Expr& e) {
  DType wide = Float(32, e->dtype().lanes);
  if (auto* number = e.as<FloatImmNode>())
    return FloatImm(wide, RoundToType(e->dtype(), number->value), e->span);
  if (auto* broadcast = e.as<BroadcastNode>())
    return Broadcast(Widened(broadcast->value), broadcast->lanes, e->span);
  return Cast(wide, e, e->span);
}

// These choose or step between values of the type itself.
bool IsAboutTheType(std::string_view op) {
  return op == "if_then_else" || op == "reinterpret" || op == "nextafter";
}

class ComputeLegalizer : public Rewriter {
 public:
  explicit ComputeLegalizer(const target::NativeTypes& native)
      : stored_only_(kFloat & ~native.compute), storage_(native.storage) {}

 protected:
  Expr RewriteExpr(const Expr& e) override {
    Expr mapped = Rewriter::RewriteExpr(e);
    if (auto* binary = mapped.as<BinaryNode>(); binary && IsStoredOnly(binary->a)) {
      Expr wide = Binary(binary->op, Widened(binary->a), Widened(binary->b), e->span);
      return IsComparison(binary->op) ? wide : Expr(Cast(e->dtype(), wide, e->span));
    }
    if (auto* unary = mapped.as<UnaryNode>(); unary && IsStoredOnly(unary->a))
      return Cast(e->dtype(), Unary(unary->op, Widened(unary->a), e->span), e->span);
    if (auto* call = mapped.as<CallNode>()) return Computed(mapped, *call);
    return mapped;
  }

 private:
  bool IsStoredOnly(const Expr& e) const { return (SetOf(e->dtype()) & stored_only_) != 0; }
  // float32 would round a fused operation before the type does: generators that know the type spell it whole.
  bool IsFused(const CallNode& call) const {
    return call.op_name() == "fma" && (SetOf(call.dtype()) & storage_) != 0;
  }

  Expr Computed(const Expr& original, const CallNode& call) {
    const OpRow* row = FindOp(call.op_name());
    bool any =
        std::any_of(call.args.begin(), call.args.end(), [&](const Expr& a) { return IsStoredOnly(a); });
    if (!row || row->effect != Effect::Pure || !any || IsAboutTheType(row->name) || IsFused(call))
      return original;
    Array<Expr> args;
    for (const Expr& arg : call.args) args.push_back(IsStoredOnly(arg) ? Widened(arg) : arg);
    // An operation of the narrow type alone, such as one of packed words, is the backend's to spell.
    Result<Expr> wide = MakeCall(*row, args, call.attrs, call.span);
    if (!wide.ok()) return original;
    bool converts_back = IsStoredOnly(original) && (*wide)->dtype() != original->dtype();
    return converts_back ? Expr(Cast(original->dtype(), *wide, call.span)) : *wide;
  }

  TypeSet stored_only_, storage_;
};

}  // namespace

Result<IRModule> LegalizeCompute(IRModule module, const PassContext&) {
  return MapFunctions(module, [](const Function& function) {
    target::NativeTypes native = NativeTypesOf(function);
    return (kFloat & ~native.compute) != 0 ? ComputeLegalizer(native).Rewrite(function) : function;
  });
}

}  // namespace tirx::pass
