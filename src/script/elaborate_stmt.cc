// SPDX-License-Identifier: Apache-2.0
// Statements, except loops and assignments.
#include <algorithm>
#include <array>

#include "script/elaborator.h"
#include "script/hints.h"

namespace tirx::script {

Flow Elaborator::RunBlock(const Block& block) {
  return RunFrom(block, 0);
}

// A bare region call takes the rest of the block as its body (decision 12).
Flow Elaborator::RunFrom(const Block& block, size_t first) {
  for (size_t i = first; i < block.size() && !stopped_; ++i) {
    const Stmt* s = block[i];
    if (auto* bare = As<ExprStmt>(s);
        bare && bare->value->kind == ExprKind::Call && frame_->kind != Frame::Kind::Module) {
      Value value = Eval(bare->value);
      if (auto* spec = value.Get<std::shared_ptr<const RegionSpec>>(); spec) {
        Flow flow = Flow::Next;
        OpenRegion(**spec, nullptr, s->at, [&] { return flow = RunFrom(block, i + 1); });
        return flow;
      }
      RunExprStmt(bare->value, s->at, value);
      continue;
    }
    Flow flow = RunStmt(s);
    if (flow != Flow::Next) return flow;
  }
  return Flow::Next;
}

Flow Elaborator::RunStmt(const Stmt* s) {
  switch (s->kind) {
    case StmtKind::Expr: {
      const Expr* e = Cast<ExprStmt>(s).value;
      return RunExprStmt(e, s->at, Eval(e)), Flow::Next;
    }
    case StmtKind::Assign:
      return RunAssign(Cast<AssignStmt>(s)), Flow::Next;
    case StmtKind::AnnAssign:
      return RunAnnAssign(Cast<AnnAssignStmt>(s)), Flow::Next;
    case StmtKind::AugAssign:
      return RunAugAssign(Cast<AugAssignStmt>(s)), Flow::Next;
    case StmtKind::Return:
      return RunReturn(Cast<ReturnStmt>(s));
    case StmtKind::Break:
      return RunJump(s, "break", Flow::Break);
    case StmtKind::Continue:
      return RunJump(s, "continue", Flow::Continue);
    case StmtKind::Pass:
      return Flow::Next;
    case StmtKind::Assert:
      return RunAssert(Cast<AssertStmt>(s)), Flow::Next;
    case StmtKind::If:
      return RunIf(Cast<IfStmt>(s));
    case StmtKind::For:
      return RunFor(Cast<ForStmt>(s));
    case StmtKind::While:
      return RunWhile(Cast<WhileStmt>(s));
    case StmtKind::With:
      return RunWith(Cast<WithStmt>(s), 0);
    case StmtKind::FunctionDef:
      return RunNestedDef(Cast<FunctionDefStmt>(s)), Flow::Next;
    case StmtKind::ClassDef: {
      const Identifier& name = Cast<ClassDefStmt>(s).name;
      Declare(name, DefineClass(Cast<ClassDefStmt>(s)), false);
      return Flow::Next;
    }
    case StmtKind::Import:
      return RunImport(Cast<ImportStmt>(s)), Flow::Next;
    case StmtKind::Unsupported:
      return Error(UnsupportedSyntax(SpanAt(s->at), Cast<UnsupportedStmt>(s).what)), Flow::Next;
  }
  TIRX_UNREACHABLE("unknown kind of statement");
}

namespace {

// What computes a value and does nothing else. A call may act, and a name stands for anything.
bool OnlyComputes(const Expr* e) {
  constexpr std::array kinds{ExprKind::Compare, ExprKind::Binary,    ExprKind::Unary,
                             ExprKind::BoolOp,  ExprKind::Subscript, ExprKind::Conditional};
  return std::find(kinds.begin(), kinds.end(), e->kind) != kinds.end();
}

// A function that stands where a call of it was meant: `T.gpu.sync`.
bool IsUncalled(const Expr* e, const Value& value) {
  if (e->kind != ExprKind::Attribute && e->kind != ExprKind::Name) return false;
  return value.Is<const ir::OpRow*>() || value.Is<const Form*>() || value.Is<const FunctionRow*>() ||
         value.Is<std::shared_ptr<const MethodObject>>() ||
         value.Is<std::shared_ptr<const ClosureObject>>() || value.Is<std::shared_ptr<GlobalFunction>>();
}

}  // namespace

void Elaborator::RunExprStmt(const Expr* e, const Range& at, const Value& value) {
  auto* made = value.expr();
  if (frame_->kind == Frame::Kind::Module) return;
  if (IsUncalled(e, value)) {
    std::string_view line = frame_->ast->file.Line(e->at.line);
    std::string written(line.substr(size_t(e->at.column - 1), size_t(e->at.end_column - e->at.column)));
    return void(
        Error(DK::UnusedValue, at, {"a function does nothing until it is called: `" + written + "()`"}));
  }
  if (!made) return;
  if (OnlyComputes(e)) {
    auto* compare = As<CompareExpr>(e);
    bool equal = compare && compare->rest.size() == 1 && compare->rest[0].first == CompareOp::Equal;
    Error(DK::UnusedValue, at,
          {equal ? "`=` assigns, `==` compares" : "give it a name or store it in a tensor"});
    return;
  }
  Emit(ir::Evaluate(*made, SpanAt(at)), at);
}

// Runs `body` in a scope of its own and gives its statements.
ir::Stmt Elaborator::RunBody(Scope::Kind kind, const std::function<void()>& body) {
  auto outer = frame_->scope;
  frame_->scope = NewScope(kind, outer);
  bool ir_body = kind == Scope::Kind::IrBody;
  if (ir_body) body_ids_.push_back(next_body_id_++);
  size_t outer_floor = std::exchange(pending_.floor, pending_.values.size());
  builder_->Open();
  body();
  ir::Stmt stmt = builder_->Close();
  pending_.floor = outer_floor;
  if (ir_body) body_ids_.pop_back();
  LeaveBehind(*frame_->scope);
  frame_->scope = std::move(outer);
  return stmt;
}

Flow Elaborator::RunIf(const IfStmt& s) {
  Value condition = Eval(s.condition);
  if (condition.failed()) return Flow::Next;
  if (IsCompileTime(condition)) {
    auto truth = Truth(condition, s.condition->at);
    if (!truth) return Flow::Next;
    return RunBlock(*truth ? s.then_body : s.else_body);
  }
  ir::Expr test = ToCondition(condition, s.condition->at);
  if (!test.defined() || !CanEmit(s.at)) return Flow::Next;
  Span span = SpanAt(s.at);
  builder_->SetSpan(span);
  ir::Stmt then_case = RunBody(Scope::Kind::IrBody, [&] { RunBlock(s.then_body); }), else_case;
  builder_->SetSpan(span);
  if (!s.else_body.empty()) else_case = RunBody(Scope::Kind::IrBody, [&] { RunBlock(s.else_body); });
  Place(ir::If(test, then_case, else_case, span));
  return Flow::Next;
}

Flow Elaborator::RunReturn(const ReturnStmt& s) {
  if (frame_->kind == Frame::Kind::Inline || frame_->kind == Frame::Kind::Plain) {
    if (body_ids_.size() > frame_->bodies_at_entry) {
      Error(DK::ReturnUnderIrCondition, s.at, {frame_->name});
      return Flow::Next;
    }
    frame_->returned = s.value ? Eval(s.value) : Value::None();
    return Flow::Return;
  }
  if (frame_->kind != Frame::Kind::Script || !CanEmit(s.at)) {
    Error(DK::OutsideFunction, s.at, {"return"});
    return Flow::Next;
  }
  bool is_void = IsVoid(ir::DTypeOf(frame_->function->ret_type));
  Value value = s.value ? Eval(s.value) : Value::None();
  if (value.failed()) return Flow::Next;
  ir::Expr result;
  if (in_entry_ || is_void) {
    if (!value.is_none()) {
      Error(DK::UnexpectedReturnValue, s.value->at,
            {in_entry_ ? "a device entry returns nothing; store results in a tensor"
                       : "give the function a return type, as in `-> T.float32`"});
      return Flow::Next;
    }
  } else {
    std::string target = "the result of `" + frame_->function->name + "`";
    if (value.is_none()) {
      Error(DK::WrongValueType, s.at, {target, ir::TypeName(frame_->function->ret_type), "nothing"});
      return Flow::Next;
    }
    result = ConvertTo(value, ir::DTypeOf(frame_->function->ret_type), target, s.value->at).expr;
    if (!result.defined()) return Flow::Next;
  }
  Emit(ir::Return(result, SpanAt(s.at)), s.at);
  // What follows in this list is never reached.
  return body_ids_.size() > frame_->bodies_at_entry ? Flow::Next : Flow::Return;
}

Flow Elaborator::RunJump(const Stmt* s, std::string_view keyword, Flow flow) {
  if (loops_.size() <= frame_->loops_at_entry) return Error(DK::OutsideLoop, s->at, {keyword}), Flow::Next;
  const Loop& loop = loops_.back();
  if (!loop.is_ir) {
    if (body_ids_.size() == loop.bodies) return flow;
    Error(DK::JumpUnderIrCondition, s->at, {keyword});
  } else if (CanEmit(s->at)) {
    builder_->SetSpan(SpanAt(s->at));
    if (flow == Flow::Break && loop.left.defined()) StoreCell(loop.left, true, s->at);
    flow == Flow::Break ? builder_->Break() : builder_->Continue();
  }
  return Flow::Next;
}

void Elaborator::RunAssert(const AssertStmt& s) {
  Value condition = Eval(s.condition);
  if (condition.failed()) return;
  if (IsCompileTime(condition)) {
    auto truth = Truth(condition, s.condition->at);
    if (!truth || *truth) return;
    Value message = s.message ? Eval(s.message) : Value::Str("this condition is false");
    if (!message.failed()) Error(DK::AssertionFailed, s.at, {message.str() ? *message.str() : Repr(message)});
    return;
  }
  ir::Expr test = ToCondition(condition, s.condition->at);
  std::string kind = "RuntimeError";
  Array<ir::Expr> parts;
  if (!test.defined() || !AssertParts(s.message, &kind, &parts)) return;
  Emit(ir::Assert(test, kind, parts, SpanAt(s.at)), s.at);
}

// "text", a value, or ("ValueError", [parts...]).
bool Elaborator::AssertParts(const Expr* message, std::string* kind, Array<ir::Expr>* parts) {
  if (!message) {
    parts->push_back(ir::StringImm("assertion failed"));
    return true;
  }
  ++lazy_depth_;  // nobody wants it as long as the condition holds
  Value value = Eval(message);
  --lazy_depth_;
  TupleItems items{value};
  if (auto* pair = value.tuple()) {
    auto text =
        pair->size() == 2 ? ToText((*pair)[0], "the kind of an assertion", message->at) : std::nullopt;
    if (!text || !(*pair)[1].sequence())
      return Error(DK::BadCallArgument, message->at,
                   {"assert", "message", Repr(value), "a string or (kind, [parts])"}),
             false;
    *kind = *text;
    items = *(*pair)[1].sequence();
  }
  for (const Value& item : items) {
    ir::Expr part =
        item.str() ? ir::StringImm(*item.str(), SpanAt(message->at)) : ToIr(item, message->at).expr;
    if (!part.defined()) return false;
    parts->push_back(part);
  }
  return true;
}

// ---- regions ----

Flow Elaborator::RunWith(const WithStmt& s, size_t item) {
  if (item == s.items.size()) return RunBlock(s.body);
  const auto& [context, target] = s.items[item];
  Value value = Eval(context);
  if (value.failed()) {
    if (target) MarkFailed(target);
    CheckBody(s, item + 1);
    return Flow::Next;
  }
  if (auto* spec = value.Get<std::shared_ptr<const RegionSpec>>(); spec)
    return OpenRegion(**spec, target, s.at, [&] { return RunWith(s, item + 1); });
  if (value.Is<ForeignValue>()) {
    using Foreign = ForeignProtocol::Operation;
    Value entered = ForeignOperation(uint8_t(Foreign::Enter), {value}, context->at);
    if (target) AssignTo(target, entered, s.at, context->at);
    Flow flow = RunWith(s, item + 1);
    ForeignOperation(uint8_t(Foreign::Exit), {value}, context->at);
    return flow;
  }
  Error(DK::NotAContext, context->at, {DescribeKind(value)});
  return Flow::Next;
}

// After an error in what opens it, the body of a `with` is still checked; the function has failed anyway.
void Elaborator::CheckBody(const WithStmt& s, size_t item) {
  if (!builder_) return;
  bool outer_entry = in_entry_;
  in_entry_ = true;
  RunBody(Scope::Kind::Region, [&] { RunWith(s, item); });
  in_entry_ = outer_entry;
}

Flow Elaborator::OpenRegion(const RegionSpec& spec, const Expr* target, const Range& at,
                            const std::function<Flow()>& body) {
  if (!spec.thread_tag.empty()) return OpenThread(spec, target, at, body);
  if (!CanEmit(at)) return Flow::Next;
  bool entry = spec.op == "device_entry";
  if (entry && in_entry_) return Error(DK::NestedEntry, at, {}), Flow::Next;
  Span span = SpanAt(at);
  builder_->SetSpan(span);
  bool outer_entry = in_entry_;
  in_entry_ |= entry;
  size_t outer_loops = frame_->loops_at_entry;
  if (entry) frame_->loops_at_entry = loops_.size();  // `break` does not leave a kernel
  Array<ir::Var> params;
  Flow flow = Flow::Next;
  ir::Stmt stmt = RunBody(Scope::Kind::Region, [&] {
    for (const ir::Type& type : spec.param_types) {
      std::string name = "p" + std::to_string(params.size());
      if (auto* tuple = As<TupleExpr>(target); tuple && params.size() < tuple->items.size()) {
        if (auto* item = As<NameExpr>(tuple->items[params.size()])) name = std::string(item->id);
      } else if (auto* id = As<NameExpr>(target)) {
        name = std::string(id->id);
      }
      params.push_back(ir::Var(name, type, span));
    }
    BindRegionParams(target, params);
    flow = body();
  });
  in_entry_ = outer_entry;
  frame_->loops_at_entry = outer_loops;
  Place(ir::Region(ir::Op(spec.op), spec.args, spec.attrs, params, stmt, span));
  return entry && flow == Flow::Return ? Flow::Next : flow;
}

// The names after `as` stand for the region's own variables, without a bind.
void Elaborator::BindRegionParams(const Expr* target, const Array<ir::Var>& params) {
  if (!target) return;
  auto* tuple = As<TupleExpr>(target);
  ExprList one{const_cast<Expr*>(target)};
  const ExprList& targets = tuple ? tuple->items : one;
  if (targets.size() != params.size()) {
    Error(DK::WrongUnpackCount, target->at, {std::to_string(targets.size()), std::to_string(params.size())});
    return;
  }
  for (size_t i = 0; i < targets.size(); ++i) {
    auto* name = As<NameExpr>(targets[i]);
    if (!name) return void(Error(DK::BadAssignmentTarget, targets[i]->at, {"bind", "this expression"}));
    Value value = params[i].is_tensor() ? Value(TensorValue{params[i]}) : Value(IrValue{params[i], 1});
    Declare({name->id, name->at}, value, true);
  }
}

}  // namespace tirx::script
