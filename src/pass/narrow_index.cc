// SPDX-License-Identifier: Apache-2.0
#include "pass/narrow_index.h"

#include "ir/arith.h"
#include "ir/visit.h"
#include "pass/flow_rewriter.h"
#include "pass/map_functions.h"

namespace tirx::pass {

using namespace ir;  // NOLINT: this file is about IR only

namespace {

constexpr DType kNarrow = Int(32);

bool Fits(const arith::Interval& bounds) {
  return bounds.Within(arith::RangeOf(kNarrow));
}

// One index expression to int32; undefined where something in it may not fit.
class IndexNarrower {
 public:
  explicit IndexNarrower(arith::Analyzer* analyzer) : analyzer_(analyzer) {}

  Expr Narrow(const Expr& e) {
    if (auto it = memo_.find(e.get()); it != memo_.end()) return it->second;
    Expr result = Fits(analyzer_->BoundsOf(e)) ? NarrowFitting(e) : Expr();
    memo_.emplace(e.get(), result);
    return result;
  }
  // Whether a variable had to be converted, which costs what narrowing saves in a short expression.
  bool adds_cast() const { return adds_cast_; }

 private:
  Expr NarrowFitting(const Expr& e) {
    if (e->dtype() == kNarrow) return e;
    if (e.as<IntImmNode>()) return CastInt(e, kNarrow);
    if (e.as<VarNode>()) {
      adds_cast_ = true;
      return CastInt(e, kNarrow);
    }
    if (auto* cast = e.as<CastNode>())
      return IsInteger(cast->value->dtype()) ? CastInt(cast->value, kNarrow) : Expr();
    if (auto* node = e.as<SelectNode>()) {
      Expr a = Narrow(node->then_value), b = Narrow(node->else_value);
      return a.defined() && b.defined() ? Expr(Select(node->condition, a, b, e->span)) : Expr();
    }
    auto* node = e.as<BinaryNode>();
    if (!node || !Keeps(node->op)) return Expr();
    Expr a = Narrow(node->a), b = Narrow(node->b);
    return a.defined() && b.defined() ? FoldBinary(node->op, a, b, e->span) : Expr();
  }

  static bool Keeps(BinaryOp op) { return op <= BinaryOp::Max; }

  arith::Analyzer* analyzer_;
  bool adds_cast_ = false;
  std::unordered_map<const Object*, Expr> memo_;
};

class Narrower : public FlowRewriter {
 protected:
  Expr Value(const Expr& e) override { return InValues(this).Rewrite(e); }

  Expr Index(const Expr& e) override { return NarrowIndexOnly(Value(e)); }

  For Loop(const For& loop) override {
    if (loop->var->dtype() != Int(64)) return loop;
    arith::Interval min = analyzer().BoundsOf(loop->min), extent = analyzer().BoundsOf(loop->extent),
                    step = analyzer().BoundsOf(loop->step);
    if (!Fits(min) || !Fits(extent) || !Fits(step) || !Fits(min + extent + step)) return loop;
    IndexNarrower narrower(&analyzer());
    Expr bounds[] = {narrower.Narrow(loop->min), narrower.Narrow(loop->extent), narrower.Narrow(loop->step)};
    for (const Expr& bound : bounds)
      if (!bound.defined()) return loop;
    Var var(loop->var->name, kNarrow, loop->var->span);
    Stmt body = Substitute(loop->body, VarMap{{loop->var.get(), Cast(Int(64), var)}});
    return For(var, bounds[0], bounds[1], body, loop->kind, bounds[2], loop->annotations, loop->span);
  }

 private:
  // The loads inside of the index are narrow already.
  Expr NarrowIndexOnly(const Expr& value) {
    if (auto* ramp = value.as<RampNode>(); ramp && ramp->base->dtype() == Int(64)) {
      // Every element of the vector has to fit.
      if (!Fits(analyzer().BoundsOf(value))) return value;
      IndexNarrower narrower(&analyzer());
      Expr base = narrower.Narrow(ramp->base), stride = narrower.Narrow(ramp->stride);
      return base.defined() && stride.defined() ? Expr(Ramp(base, stride, ramp->lanes, value->span)) : value;
    }
    if (value->dtype() != Int(64)) return value;
    Expr narrow = IndexNarrower(&analyzer()).Narrow(value);
    return narrow.defined() ? narrow : value;
  }

  Expr NarrowCompare(const Expr& e, const BinaryNode& node) {
    IndexNarrower narrower(&analyzer());
    Expr a = narrower.Narrow(node.a), b = narrower.Narrow(node.b);
    return a.defined() && b.defined() && !narrower.adds_cast() ? FoldBinary(node.op, a, b, e->span) : e;
  }

  // The places where index arithmetic stands in a value: indices of loads, comparisons, conversions to int32.
  class InValues : public Rewriter {
   public:
    explicit InValues(Narrower* outer) : outer_(outer) {}

   protected:
    Expr RewriteExpr(const Expr& e) override {
      Expr mapped = Rewriter::RewriteExpr(e);
      if (auto* load = mapped.as<TensorLoadNode>()) {
        Array<Expr> indices = load->indices;
        bool same = true;
        for (size_t i = 0; i < indices.size(); ++i) {
          Expr index = load->indices[i], narrow = outer_->NarrowIndexOnly(index);
          if (narrow.same_as(index)) continue;
          same = false;
          indices.Set(int64_t(i), narrow);
        }
        return same ? mapped : TensorLoad(load->tensor, indices, load->span);
      }
      if (auto* node = mapped.as<BinaryNode>(); node && IsComparison(node->op) && node->a->dtype() == Int(64))
        return outer_->NarrowCompare(mapped, *node);
      auto* cast = mapped.as<CastNode>();
      if (!cast || cast->dtype() != kNarrow || cast->value->dtype() != Int(64)) return mapped;
      Expr narrow = IndexNarrower(&outer_->analyzer()).Narrow(cast->value);
      return narrow.defined() ? narrow : mapped;
    }

   private:
    Narrower* outer_;
  };
};

bool HasWideIntegers(const Function& function) {
  bool found = false;
  Walk(function, [&](const ObjectRef& node) {
    auto* expr = node.as<ExprNode>();
    found = found || (expr && ScalarOf(expr->dtype()) == Int(64));
    return !found;
  });
  return found;
}

}  // namespace

Result<IRModule> NarrowIndex(IRModule module, const PassContext&) {
  return MapFunctions(module, [](const Function& function) {
    return HasWideIntegers(function) ? Narrower().Rewrite(function) : function;
  });
}

}  // namespace tirx::pass
