// SPDX-License-Identifier: Apache-2.0
#include "pass/share_subexpressions.h"

#include "ir/visit.h"
#include "pass/bind_target.h"
#include "pass/expression_numbers.h"
#include "pass/map_functions.h"

namespace tirx::pass {

using namespace ir;  // NOLINT: this file is about IR only

namespace {

// Which operands of an expression may be left out: those of lazy operators.
bool IsCertain(const Expr& e, int operand) {
  auto* binary = e.as<BinaryNode>();
  if (binary && IsLogical(binary->op)) return operand == 0;
  auto* call = e.as<CallNode>();
  return !call || call->op_name() != "if_then_else" || operand == 0;
}

// One walk over a body in the order of execution. The first one counts how often each expression is met
// again; the second one, which takes the same way, gives names to those that are.
class Sharer {
 public:
  Stmt Run(const Stmt& body) {
    VisitBody(body);
    rewriting_ = true;
    next_ = 0;
    return VisitBody(body);
  }

 private:
  // The first place of an expression in a block, with what is known of it.
  struct Place {
    Var name;  // undefined: it has none (yet)
    int uses = 0;
  };

  Stmt VisitBody(const Stmt& body) {
    size_t outer = in_scope_.size();
    Stmt result = Visit(body);
    for (; in_scope_.size() > outer; in_scope_.pop_back()) available_[size_t(in_scope_.back())] = kNowhere;
    return result;
  }

  Stmt Visit(const Stmt& stmt) {
    if (auto* seq = stmt.as<SeqNode>()) return VisitSeq(stmt, *seq);
    std::vector<Stmt> names;
    std::swap(names, names_);
    certain_.Clear();
    uncertain_.Clear();
    Stmt result = stmt.as<BindNode>() ? VisitBind(RefCast<Bind>(stmt)) : VisitParts(stmt);
    std::swap(names, names_);
    if (names.empty()) return result;
    names.push_back(result);
    return MakeSeq(names, stmt->span);
  }

  Stmt VisitSeq(const Stmt& original, const SeqNode& seq) {
    std::vector<Stmt> out;
    bool changed = false;
    for (const Stmt& stmt : seq.stmts) {
      out.push_back(Visit(stmt));
      changed |= !out.back().same_as(stmt);
    }
    return changed ? MakeSeq(out, seq.span) : original;
  }

  // A statement's own expressions stand before its bodies. What an assertion says is computed if it fails.
  Stmt VisitParts(const Stmt& stmt) {
    bool certain = true;
    std::string_view hint = stmt.as<TensorStoreNode>() ? "index" : "v";
    return RefCast<Stmt>(MapChildren(stmt, [&](const ObjectRef& child, int64_t flags) -> ObjectRef {
      if (flags & kDefine) return child;
      if (child.as<StmtNode>()) return VisitBody(RefCast<Stmt>(child));
      auto* store = stmt.as<TensorStoreNode>();
      bool is_value = store && child.same_as(store->value);
      Expr value = Value(RefView<Expr>(child), {certain, MayMeetAgain(child, flags)}, is_value ? "v" : hint);
      certain = !stmt.as<AssertNode>();
      return value;
    }));
  }

  // The author's name serves for what it is bound to.
  Stmt VisitBind(const Bind& bind) {
    int number = CandidateNumber(bind->value);
    Expr value;
    if (number < 0 || PlaceOf(number) != kNowhere) {
      value = Value(bind->value, {true, true}, "v");
    } else {
      value = Parts(bind->value, true);
      NewPlace(number).name = bind->var;
    }
    return value.same_as(bind->value) ? Stmt(bind) : Stmt(Bind(bind->var, value, bind->span));
  }

  // The number of an expression that is worth a name, or -1.
  int CandidateNumber(const Expr& e) {
    DType t = e->dtype();
    if (t.lanes != 1 || !(IsInteger(t) || IsFloating(t))) return -1;
    ExpressionNumbers::Info info = numbers_.Of(e);
    return info.steady && info.cost >= kLeastSharedCost ? info.number : -1;
  }

  size_t PlaceOf(int number) const {
    return size_t(number) < available_.size() ? available_[size_t(number)] : kNowhere;
  }

  Place& NewPlace(int number) {
    if (available_.size() <= size_t(number)) available_.resize(2 * size_t(number) + 16, kNowhere);
    available_[size_t(number)] = next_;
    in_scope_.push_back(number);
    if (!rewriting_) places_.emplace_back();
    return places_[next_++];
  }

  struct Use {
    bool certain;  // it is computed whenever the statement is executed
    bool shared;   // it may be met again in the statement
  };

  // `hint` is a name for it.
  Expr Value(const Expr& e, Use use, std::string_view hint) {
    if (e.as<VarNode>() || e.as<IntImmNode>() || e.as<FloatImmNode>()) return e;
    int number = CandidateNumber(e);
    size_t known = number < 0 ? kNowhere : PlaceOf(number);
    if (known != kNowhere) {
      Place& place = places_[known];
      ++place.uses;
      return rewriting_ ? Expr(place.name) : e;
    }
    if (number < 0 || !use.certain) return Unnamed(e, use, hint);
    Expr parts = Parts(e, true);
    Place& place = NewPlace(number);
    if (!rewriting_ || place.uses == 0) return parts;
    place.name = Var(String(std::string(hint)), e->ty, e->span);
    names_.push_back(Bind(place.name, parts, e->span));
    return place.name;
  }

  // Parts that are shared many times over are looked at twice: more cannot change what is worth a name.
  Expr Unnamed(const Expr& e, Use use, std::string_view hint) {
    if (e.as<RampNode>() == nullptr) hint = "v";
    if (!use.shared) return Parts(e, use.certain, hint);
    PointerMap<Seen>& memo = use.certain ? certain_ : uncertain_;
    Seen* seen = memo.Find(e.get());
    if (seen && seen->visits == (rewriting_ ? 1 : 2)) return rewriting_ ? seen->result : e;
    if (!seen) memo.Insert(e.get(), {});
    ++memo.Find(e.get())->visits;
    Expr result = Parts(e, use.certain, hint);
    memo.Find(e.get())->result = result;
    return result;
  }

  Expr Parts(const Expr& e, bool certain, std::string_view hint = "v") {
    int operand = 0;
    if (e.as<TensorLoadNode>()) hint = "index";
    return RefCast<Expr>(MapChildren(e, [&](const ObjectRef& child, int64_t flags) -> ObjectRef {
      if (child.as<RangeNode>()) return child;
      return Value(RefView<Expr>(child), {certain && IsCertain(e, operand++), MayMeetAgain(child, flags)},
                   hint);
    }));
  }

  struct Seen {
    int visits = 0;
    Expr result;
  };

  ExpressionNumbers numbers_;
  bool rewriting_ = false;
  std::vector<Place> places_;
  static constexpr size_t kNowhere = size_t(-1);
  size_t next_ = 0;                       // the place that the walk comes to next
  std::vector<size_t> available_;         // number of an expression -> its place
  std::vector<int> in_scope_;             // what is available, in order
  std::vector<Stmt> names_;               // to be bound before the current statement
  PointerMap<Seen> certain_, uncertain_;  // shared expressions of the current statement
};

class DeviceCode : public Rewriter {
 protected:
  Stmt RewriteStmt(const Stmt& stmt) override {
    auto* region = stmt.as<RegionNode>();
    if (!region || View(region->op->name) != "device_entry") return Rewriter::RewriteStmt(stmt);
    Stmt body = Sharer().Run(region->body);
    if (body.same_as(region->body)) return stmt;
    return Region(region->op, region->args, region->attrs, region->params, body, region->span);
  }
};

}  // namespace

Result<IRModule> ShareSubexpressions(IRModule module, const PassContext&) {
  return MapFunctions(module, [](const Function& function) {
    Stmt body =
        IsDeviceFunction(function) ? Sharer().Run(function->body) : DeviceCode().Rewrite(function->body);
    return body.same_as(function->body) ? function : function.WithBody(body);
  });
}

}  // namespace tirx::pass
