// SPDX-License-Identifier: Apache-2.0
// Loops: IR loops from ranges, unrolled loops over compile-time sequences (decision 11), while.
#include <algorithm>

#include "ir/arith.h"
#include "script/elaborator.h"
#include "script/hints.h"

namespace tirx::script {
namespace {

// Whether a `break` in `body` leaves the loop whose body it is.
bool HasBreak(const Block& body) {
  return std::any_of(body.begin(), body.end(), [](const Stmt* s) {
    if (auto* branch = As<IfStmt>(s)) return HasBreak(branch->then_body) || HasBreak(branch->else_body);
    if (auto* with = As<WithStmt>(s)) return HasBreak(with->body);
    if (auto* loop = As<ForStmt>(s)) return HasBreak(loop->else_body);
    if (auto* loop = As<WhileStmt>(s)) return HasBreak(loop->else_body);
    return s->kind == StmtKind::Break;
  });
}

}  // namespace

Flow Elaborator::RunFor(const ForStmt& s) {
  Value iterable = Eval(s.iterable);
  if (iterable.failed()) {
    MarkFailed(s.target);
    return Flow::Next;
  }
  if (auto* loop = iterable.Get<std::shared_ptr<const LoopObject>>()) {
    // In functions that only compute at compile time, and at file level, `range` is Python's.
    bool compile_time =
        frame_->kind == Frame::Kind::Module || frame_->kind == Frame::Kind::Plain || !builder_;
    bool is_ir = (*loop)->kind != LoopObject::Kind::Static &&
                 !((*loop)->kind == LoopObject::Kind::Range && compile_time);
    if (is_ir) return RunIrLoop(s, *WithStableBounds(**loop, s.iterable->at)), Flow::Next;
  }
  if (auto* spec = iterable.Get<std::shared_ptr<const RegionSpec>>(); spec && !(*spec)->thread_tag.empty()) {
    if (!s.else_body.empty()) Error(DK::UnsupportedSyntax, s.at, {"else of a thread loop"});
    return OpenThread(**spec, s.target, s.at, [&] { return RunBlock(s.body); });
  }
  TupleItems items;
  if (!Iterate(iterable, s.iterable->at, &items)) {
    MarkFailed(s.target);
    return Flow::Next;
  }
  return RunUnrolled(s, items);
}

Flow Elaborator::RunUnrolled(const ForStmt& s, TupleItems items) {
  PendingScope waiting(this);
  for (Value& item : items) waiting.Add(&item, Use::Item, s.iterable->at);
  for (const Value& item : items) {
    AssignTo(s.target, item, s.target->at, s.iterable->at);
    loops_.push_back({false, body_ids_.size()});
    Flow flow = RunBlock(s.body);
    loops_.pop_back();
    if (stopped_ || flow == Flow::Break) return Flow::Next;
    if (flow == Flow::Return) return flow;
  }
  return RunBlock(s.else_body);
}

void Elaborator::RunIrLoop(const ForStmt& s, const LoopObject& loop) {
  if (!s.else_body.empty())
    return void(Error(UnsupportedSyntax(SpanAt(s.at), "`else` of a loop of the program")));
  auto* tuple = As<TupleExpr>(s.target);
  ExprList one{s.target};
  std::vector<Identifier> targets;
  for (const Expr* target : tuple ? tuple->items : one) {
    auto* name = As<NameExpr>(target);
    if (!name) return void(Error(DK::BadAssignmentTarget, target->at, {"bind", "this expression"}));
    targets.push_back({name->id, name->at});
  }
  if (targets.size() != loop.axes.size()) {
    Error(DK::WrongUnpackCount, s.target->at,
          {std::to_string(targets.size()), std::to_string(loop.axes.size())});
    return MarkFailed(s.target);
  }
  for (const Identifier& target : targets) {
    bool outside = false;
    Binding* old = FindInFunction(target.text, &outside);
    if (!old || !old->is_ir) continue;
    Error(diag::Make(DK::RebindIrValue, SpanAt(target.at), {target.text, "int32"})
              .WithNote(SpanAt(old->at), "`" + std::string(target.text) + "` is bound here"));
    return;
  }
  if (!CanEmit(s.at)) return;
  ir::Var left;
  if (loop.axes.size() > 1 && HasBreak(s.body)) {
    builder_->SetSpan(SpanAt(s.at));
    left = builder_->Alloc("left", *CellType(Bool(), s.at));
    StoreCell(left, false, s.at);
  }
  RunLoopAxis(s, loop, targets, left, 0);
}

void Elaborator::RunLoopAxis(const ForStmt& s, const LoopObject& loop, const std::vector<Identifier>& targets,
                             const ir::Var& left, size_t axis) {
  ir::Expr min, extent, step;
  Span span = SpanAt(s.at);
  if (!LoopBounds(loop, loop.axes[axis], s.iterable->at, &min, &extent, &step)) {
    return MarkFailed(s.target);
  }
  ir::Var var(std::string(targets[axis].text), min->ty, SpanAt(targets[axis].at));
  builder_->SetSpan(span);
  ir::Stmt body = RunBody(Scope::Kind::IrBody, [&] {
    Declare(targets[axis], IrValue{var, 1}, true);
    if (axis + 1 < loop.axes.size()) {
      RunLoopAxis(s, loop, targets, left, axis + 1);
      if (!left.defined()) return;
      builder_->SetSpan(span);
      builder_->Open();
      builder_->Break();
      ir::Stmt leave = builder_->Close();
      return Place(ir::If(*LoadCell(left, s.at).expr(), leave, ir::Stmt(), span));
    }
    loops_.push_back({true, body_ids_.size(), left});
    RunBlock(s.body);
    loops_.pop_back();
  });
  Place(ir::For(var, min, extent, body, loop.ir_kind, step, loop.annotations, span));
}

// Bounds are evaluated once, in the order in which they were written: the start stands in the extent too, and
// inner loops of a grid start again and again.
std::shared_ptr<const LoopObject> Elaborator::WithStableBounds(const LoopObject& loop, const Range& at) {
  auto stable = std::make_shared<LoopObject>(loop);
  std::vector<Value*> bounds;
  bool stop_acts = false;
  for (auto& axis : stable->axes) {
    bounds.insert(bounds.end(), {&axis.start, &axis.stop});
    auto* stop = axis.stop.expr();
    stop_acts |= stop && HasEffect(*stop);
  }
  bool nested = stable->axes.size() > 1;
  for (size_t i = 0; i < bounds.size(); ++i) {
    bool is_start = i % 2 == 0;
    *bounds[i] = Stable(*bounds[i], "bound", at, [&](const ir::Expr& e) {
      bool repeated = is_start && !stable->axes[i / 2].stop_is_extent;
      return nested || (repeated && stop_acts) ? !IsLasting(e) : repeated && HasEffect(e);
    });
  }
  return stable;
}

// The bounds in one integer type: the widest of the IR bounds, int32 when all are compile-time.
bool Elaborator::LoopBounds(const LoopObject& loop, const LoopObject::Axis& axis, const Range& at,
                            ir::Expr* min, ir::Expr* extent, ir::Expr* step) {
  std::optional<DType> dtype = loop.dtype;
  for (const Value* bound : {&axis.start, &axis.stop}) {
    if (bound->integer()) continue;
    IrValue made = ToIr(*bound, at);
    if (!made.expr.defined()) return false;
    DType t = made.expr->dtype();
    if (!IsInteger(t) || t.lanes != 1)
      return Error(DK::BadCallArgument, at, {"range", "bound", ir::TypeName(made.expr->ty), "an integer"}),
             false;
    auto mixed = dtype ? ir::MixedType(*dtype, t) : t;
    if (!mixed) return Error(DK::TypeMismatch, at, {"the bounds", DTypeName(*dtype), DTypeName(t)}), false;
    dtype = mixed;
  }
  DType type = dtype.value_or(Int(32));
  *min = ConvertTo(axis.start, type, "the start of the loop", at).expr;
  ir::Expr stop = ConvertTo(axis.stop, type, "the end of the loop", at).expr;
  if (!min->defined() || !stop.defined()) return false;
  auto start = axis.start.integer();
  *extent = axis.stop_is_extent || (start && *start == 0) ? stop : stop - *min;
  if (auto constant = ir::ConstInt(*extent); constant && *constant < 0) *extent = ir::MakeConst(type, 0);
  if (axis.step.is_none()) return true;
  auto stride = ToInteger(axis.step, "the step of a loop", at);
  if (!stride) return false;
  if (*stride < 1) {
    ErrorWithAdvice(DK::LoopStep, at, {std::to_string(*stride)},
                    "count upwards, and down in the body: `for k in range(n): i = n - 1 - k`");
    return false;
  }
  if (*stride != 1) *step = ir::MakeConst(type, *stride);
  return true;
}

// The condition, and in `before` the statements that its evaluation takes, which belong to each iteration.
// False after an error.
bool Elaborator::EvalWhileCondition(const WhileStmt& s, Value* condition, ir::Stmt* before) {
  if (!builder_) return *condition = Eval(s.condition), !condition->failed();
  size_t outer_floor = std::exchange(pending_.floor, pending_.values.size());
  builder_->SetSpan(SpanAt(s.condition->at));
  builder_->Open();
  *condition = Eval(s.condition);
  ir::Stmt stmts = builder_->Close();
  pending_.floor = outer_floor;
  auto* several = stmts.as<ir::SeqNode>();
  if (!several || !several->stmts.empty()) *before = stmts;
  return !condition->failed();
}

// A compile-time condition makes a compile-time loop, except for the literal True: that loop runs on the
// device until a `break`.
Flow Elaborator::RunWhile(const WhileStmt& s) {
  bool forever = s.condition->kind == ExprKind::Bool && Cast<BoolExpr>(s.condition).value &&
                 frame_->kind != Frame::Kind::Plain && builder_;
  Value condition = IrValue{ir::True(), 1};
  ir::Stmt before;
  if (!forever && !EvalWhileCondition(s, &condition, &before)) return Flow::Next;
  if (!IsCompileTime(condition)) {
    if (!s.else_body.empty())
      return Error(UnsupportedSyntax(SpanAt(s.at), "`else` of a loop of the program")), Flow::Next;
    ir::Expr test = ToCondition(condition, s.condition->at);
    if (!test.defined() || !CanEmit(s.at)) return Flow::Next;
    Span span = SpanAt(s.at);
    builder_->SetSpan(span);
    ir::Stmt body = RunBody(Scope::Kind::IrBody, [&] {
      if (before.defined()) {
        builder_->Emit(before);
        builder_->Open();
        builder_->Break();
        ir::Stmt leave = builder_->Close();
        builder_->Emit(
            ir::If(*Unary(Tok::KwNot, condition, s.condition->at).expr(), leave, ir::Stmt(), span));
      }
      loops_.push_back({true, body_ids_.size()});
      RunBlock(s.body);
      loops_.pop_back();
    });
    Place(ir::While(before.defined() ? ir::True() : test, body, span));
    return Flow::Next;
  }
  if (before.defined()) Place(before);
  while (!stopped_) {
    auto truth = Truth(condition, s.condition->at);
    if (!truth) return Flow::Next;
    if (!*truth) break;
    loops_.push_back({false, body_ids_.size()});
    Flow flow = RunBlock(s.body);
    loops_.pop_back();
    if (flow == Flow::Break) return Flow::Next;
    if (flow == Flow::Return) return flow;
    condition = Eval(s.condition);
    if (!condition.failed() && !IsCompileTime(condition)) {
      Error(DK::CompileTimeRequired, s.condition->at, {"this condition", "bool", DescribeKind(condition)});
      return Flow::Next;
    }
  }
  return RunBlock(s.else_body);
}

}  // namespace tirx::script
