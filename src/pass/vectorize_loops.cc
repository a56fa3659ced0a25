// SPDX-License-Identifier: Apache-2.0
#include "pass/vectorize_loops.h"

#include "ir/arith.h"
#include "ir/printer.h"
#include "pass/align_tensors.h"
#include "pass/copy_body.h"
#include "pass/flow_rewriter.h"
#include "pass/lane_body.h"
#include "pass/lane_conflicts.h"
#include "pass/loop_exits.h"
#include "pass/map_functions.h"

namespace tirx::pass {

using namespace ir;  // NOLINT: this file is about IR only
using arith::Analyzer;

namespace {

constexpr int64_t kMaxTrips = 1024;

// The body as `if end: inner`, where `end` differs between iterations: the end of the data.
struct GuardedBody {
  Expr condition;  // undefined: there is none
  Stmt inner;      // the body without it
};

GuardedBody SplitGuard(const Stmt& body, const LaneValues& lanes) {
  std::vector<Stmt> stmts{body};
  if (auto* seq = body.as<SeqNode>()) stmts.assign(seq->stmts.begin(), seq->stmts.end());
  auto* branch = stmts.empty() ? nullptr : stmts.back().as<IfNode>();
  if (!branch || branch->else_case.defined() || !lanes.Varies(branch->condition)) return {Expr(), body};
  for (size_t i = 0; i + 1 < stmts.size(); ++i) {
    auto* bind = stmts[i].as<BindNode>();
    if (!bind || bind->var.is_tensor() || !LaneValues::IsSteady(bind->value)) return {Expr(), body};
  }
  Expr condition = branch->condition;
  stmts.back() = branch->then_case;
  return {condition, MakeSeq(stmts, body->span)};
}

// Names of indices that went into the vector accesses are not needed as vectors.
class UnusedVectors : public Rewriter {
 public:
  explicit UnusedVectors(const Stmt& body) {
    Walk(body, [&](const ObjectRef& node) {
      VisitChildren(node.get(), [&](const ObjectRef& child, int64_t flags) {
        if (child.as<VarNode>() && !(flags & kDefine)) used_.insert(child.get());
      });
      return true;
    });
  }
  bool any() const { return any_; }

 protected:
  Stmt RewriteStmt(const Stmt& stmt) override {
    auto* bind = stmt.as<BindNode>();
    bool unused = bind && bind->value->dtype().lanes > 1 && !used_.count(bind->var.get());
    if (!unused || !arith::HasNoEffects(bind->value)) return Rewriter::RewriteStmt(stmt);
    any_ = true;
    return Seq({}, stmt->span);
  }

 private:
  std::unordered_set<const Object*> used_;
  bool any_ = false;
};

Stmt WithoutUnusedVectors(Stmt body) {
  while (true) {
    UnusedVectors unused(body);
    body = unused.Rewrite(body);
    if (!unused.any()) return body;
  }
}

// One loop to vectors.
class LoopVectorizer {
 public:
  LoopVectorizer(Analyzer* analyzer, const Function& function, const TensorRoots& roots, const For& loop)
      : analyzer_(analyzer), function_(function), roots_(roots), loop_(loop) {}

  // Undefined when it cannot be done; `reason` says why.
  Stmt Run() {
    auto extent = ConstInt(loop_->extent), step = ConstInt(loop_->step);
    if (!extent || !step || *step <= 0) return Refuse("its extent is not a constant");
    trips_ = (*extent + *step - 1) / *step;
    if (trips_ < 2 || trips_ > kMaxTrips)
      return Refuse("it has " + std::to_string(trips_) + " iterations; at least 2 and at most " +
                    std::to_string(kMaxTrips) + " can be vectorised");
    if (!loop_->annotations.empty()) return Refuse("it has annotations");
    if (HasLoopExit(loop_->body)) return Refuse("it is left early");
    LaneValues lanes(analyzer_, loop_, *step, trips_);
    Learn(loop_->body, &lanes);
    if (auto conflict = FindLaneConflict(lanes, loop_->body, roots_)) return Refuse(*conflict);
    int width = Width(lanes);
    if (width < 2) return Refuse("its " + std::to_string(trips_) + " iterations are no whole vectors");
    Stmt vectors;
    for (; width >= 2 && !vectors.defined(); width /= 2) vectors = Build(lanes, *step, width);
    return vectors;
  }
  const std::string& reason() const { return reason_; }

 private:
  // The first reason is the one that is told: that of the widest vector.
  Stmt Refuse(std::string reason) {
    if (reason_.empty()) reason_ = std::move(reason);
    return Stmt();
  }

  // Names and ranges of the body, before anything is asked about it.
  void Learn(const Stmt& body, LaneValues* lanes) {
    WalkStatements(body, [&](const Stmt& stmt) {
      if (auto* bind = stmt.as<BindNode>(); bind && !bind->var.is_tensor()) {
        if (lanes->Varies(bind->value)) {
          lanes->Define(bind->var, bind->value);
        } else {
          analyzer_->Define(bind->var, bind->value);
        }
      }
      auto* loop = stmt.as<ForNode>();
      if (loop && !lanes->Varies(loop->min) && !lanes->Varies(loop->extent))
        analyzer_->DefineLoop(loop->var, loop->min, loop->extent, loop->step);
      return true;
    });
  }

  // Lanes of a vector: as many elements of the widest type as fit, in a power of two that divides the
  // iterations.
  int Width(const LaneValues& lanes) const {
    int64_t bytes = 1;
    ForEachAccess([&](const Var& tensor, const Expr& index) {
      if (lanes.Varies(index)) bytes = std::max(bytes, StorageBytes(tensor.tensor_type()->dtype));
    });
    int64_t width = 1;
    while (width * 2 * bytes <= kVectorBytes && trips_ % (width * 2) == 0) width *= 2;
    return int(width);
  }

  void ForEachAccess(FunctionRef<void(const Var&, const Expr&)> look) const {
    Walk(loop_->body, [&](const ObjectRef& node) {
      if (auto* load = node.as<TensorLoadNode>(); load && load->indices.size() == 1)
        look(load->tensor, load->indices[0]);
      if (auto* store = node.as<TensorStoreNode>(); store && store->indices.size() == 1)
        look(store->tensor, store->indices[0]);
      return true;
    });
  }

  // The accesses that become vectors of `width` elements have to be aligned to those.
  std::optional<std::string> FindMisaligned(const LaneValues& lanes, const LaneRange& range) const {
    std::optional<std::string> found;
    ForEachAccess([&](const Var& tensor, const Expr& index) {
      if (found || lanes.Stride(index) != 1 || !lanes.Varies(index)) return;
      int64_t bytes = StorageBytes(tensor.tensor_type()->dtype),
              needed = VectorAlignment(bytes * range.lanes);
      Expr first = analyzer_->Simplify(lanes.At(index, range.first));
      arith::Wide divisor = analyzer_->ResidueOf(first).Divisor() * bytes;
      if (divisor % needed != 0 || AlignmentBehind(tensor, roots_, function_) % needed != 0)
        found = "`" + std::string(roots_.RootOf(tensor)->name) + "` at " + Print(first) +
                " is not known to be aligned to " + std::to_string(needed) + " bytes";
    });
    return found;
  }

  // The loop over vectors, or the one vector that there is.
  Stmt Build(const LaneValues& lanes, int64_t step, int width) {
    DType t = loop_->var->dtype();
    int64_t vectors = trips_ / width;
    Var number(loop_->var->name, loop_->var->ty, loop_->var->span);
    Expr first = loop_->min;
    if (vectors > 1) {
      analyzer_->SetRange(number, {0, vectors - 1});
      first = first + Expr(number) * MakeConst(t, width * step);
    }
    Stmt body = OneVector(lanes, {first, step, width});
    if (!body.defined() || vectors == 1) return body;
    return For(number, MakeConst(t, 0), MakeConst(t, vectors), body, ForKind::Unrolled, Expr(), {},
               loop_->span);
  }

  Stmt OneVector(const LaneValues& lanes, const LaneRange& range) {
    if (auto misaligned = FindMisaligned(lanes, range)) return Refuse(*misaligned);
    GuardedBody body = SplitGuard(loop_->body, lanes);
    Expr all_inside;
    if (body.condition.defined()) {
      all_inside = InAllLanes(body.condition, lanes, range);
      if (!all_inside.defined()) return Refuse("its condition is not the end of a range");
    }
    Analyzer::Assumption holds(analyzer_, body.condition.defined() ? lanes.Expanded(body.condition) : True());
    LaneBody rewriter(lanes, range);
    Stmt vector = rewriter.Rewrite(body.inner);
    if (!vector.defined()) return Refuse(rewriter.reason());
    vector = WithoutUnusedVectors(vector);
    if (!all_inside.defined()) return vector;
    // The vector version has the names that do not differ between lanes; the other one gets its own.
    VarMap copies;
    Var var(loop_->var->name, loop_->var->ty, loop_->var->span);
    copies[loop_->var.get()] = var;
    Stmt scalar = CopyBody(loop_->body, &copies);
    DType t = var->dtype();
    Stmt rest = For(var, range.first, MakeConst(t, range.lanes * range.step), scalar, ForKind::Serial,
                    MakeConst(t, range.step), {}, loop_->span);
    return If(analyzer_->Simplify(all_inside), vector, rest, loop_->span);
  }

  // A condition on the first or last lane that says that it holds in all of them. Those lanes evaluate it
  // anyway, so it is defined there.
  Expr InAllLanes(const Expr& condition, const LaneValues& lanes, const LaneRange& range) {
    if (!LaneValues::IsSteady(condition)) return Expr();
    auto* node = condition.as<BinaryNode>();
    if (node && node->op == BinaryOp::And) {
      Expr a = InAllLanes(node->a, lanes, range), b = InAllLanes(node->b, lanes, range);
      return a.defined() && b.defined() ? FoldBinary(BinaryOp::And, a, b, condition->span) : Expr();
    }
    if (!lanes.Varies(condition)) return condition;
    if (auto* call = condition.as<CallNode>(); call && call->op_name() == "likely") {
      Expr inside = InAllLanes(call->args[0], lanes, range);
      return inside.defined() ? Expr(Call(call->ty, call->callee, {inside}, call->attrs, call->span))
                              : inside;
    }
    bool ordered =
        node && node->op >= BinaryOp::LT && node->op <= BinaryOp::GE && IsInteger(node->a->dtype());
    if (!ordered) return Expr();
    auto a = lanes.Stride(node->a), b = lanes.Stride(node->b);
    if (!a || !b || *a == *b) return Expr();
    bool grows = *a > *b, upper = node->op == BinaryOp::LT || node->op == BinaryOp::LE;
    return lanes.At(condition, grows == upper ? range.Last() : range.first);
  }

  Analyzer* analyzer_;
  const Function& function_;
  const TensorRoots& roots_;
  For loop_;
  int64_t trips_ = 0;
  std::string reason_;
};

class Vectorizer : public FlowRewriter {
 public:
  explicit Vectorizer(const Function& function) : function_(function), roots_(function->body) {}

 protected:
  Expr Value(const Expr& e) override { return e; }

  Stmt ReplaceLoop(const For& loop) override {
    if (loop->kind != ForKind::Vectorized) return Stmt();
    LoopVectorizer vectorizer(&analyzer(), function_, roots_, loop);
    {
      Analyzer::Assumption inside(&analyzer(), True());
      if (Stmt vectors = vectorizer.Run(); vectors.defined()) return vectors;
    }
    Attrs annotations = loop->annotations;
    annotations.Set(kNotVectorized, String(vectorizer.reason()));
    return For(loop->var, loop->min, loop->extent, loop->body, ForKind::Serial, loop->step, annotations,
               loop->span);
  }

 private:
  Function function_;
  TensorRoots roots_;
};

}  // namespace

Result<IRModule> VectorizeLoops(IRModule module, const PassContext&) {
  return MapFunctions(module,
                      [](const Function& function) { return Vectorizer(function).Rewrite(function); });
}

}  // namespace tirx::pass
