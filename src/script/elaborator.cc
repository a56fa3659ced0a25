// SPDX-License-Identifier: Apache-2.0
// The elaborator's errors, frames and emission.
#include "script/elaborator.h"

#include "ir/op.h"
#include "ir/visit.h"
#include "script/parser.h"

namespace tirx::script {

namespace {

bool SamePlace(const Span& a, const Span& b) {
  if (!a.defined() || !b.defined()) return false;
  return a->file.same_as(b->file) && a->line == b->line && a->column == b->column;
}

bool IsAt(const Span& span, const Range& range) {
  return span->line == range.line && span->column == range.column && span->end_line == range.end_line &&
         span->end_column == range.end_column;
}

}  // namespace

bool HasEffect(const ir::Expr& e) {
  bool found = false;
  ir::Walk(e, [&](const ObjectRef& node) {
    auto* call = node.as<ir::CallNode>();
    const ir::OpRow* row = call ? ir::FindOp(call->op_name()) : nullptr;
    found |= call && (!row || (row->effect != ir::Effect::Pure && row->effect != ir::Effect::Thread &&
                               row->effect != ir::Effect::Read));
    return !found;
  });
  return found;
}

Elaborator::Elaborator(const Options& options) : options_(options) {}

FrameScope::FrameScope(Elaborator* elaborator, Frame frame)
    : elaborator_(elaborator), frame_(std::move(frame)), outer_(elaborator->frame_) {
  frame_.bodies_at_entry = elaborator->body_ids_.size();
  frame_.loops_at_entry = elaborator->loops_.size();
  frame_.caller = frame_.kind == Frame::Kind::Expression ? outer_ : nullptr;
  elaborator->frame_ = &frame_;
}

FrameScope::~FrameScope() {
  elaborator_->frame_ = outer_;
}

Span Elaborator::SpanAt(const Range& at) const {
  const Range& range = fixed_range_ ? *fixed_range_ : at;
  const SourceFile& file = frame_ && frame_->ast ? frame_->ast->file : ast_->file;
  // Several nodes come from one place: they share its span.
  if (!last_span_.defined() || !last_span_->file.same_as(file) || !IsAt(last_span_, range))
    last_span_ = SpanOf(file, range);
  return last_span_;
}

Value Elaborator::Error(diag::Kind kind, const Range& at, std::initializer_list<std::string_view> arguments) {
  return Error(diag::Make(kind, SpanAt(at), arguments));
}

Value Elaborator::ErrorWithAdvice(diag::Kind kind, const Range& at,
                                  std::initializer_list<std::string_view> arguments, std::string advice) {
  return Error(diag::Make(kind, SpanAt(at), arguments).WithNote(Span(), std::move(advice)));
}

Value Elaborator::Error(diag::Diagnostic diagnostic) {
  if (stopped_) return Value();
  // Unrolled code meets the same mistake again and again.
  for (const diag::Diagnostic& known : errors_) {
    if (known.kind == diagnostic.kind && known.message == diagnostic.message &&
        SamePlace(known.span, diagnostic.span))
      return Value();
  }
  errors_.push_back(std::move(diagnostic));
  stopped_ = errors_.size() >= kMaxErrors;
  return Value();
}

Value Elaborator::Take(Result<Value> result) {
  return result.ok() ? *result : Report(result);
}

Value Elaborator::Make(Result<ir::Expr> result, int depth, const Range& at) {
  if (!result.ok()) return Report(result);
  if (depth > kMaxNesting)
    return Error(DK::NestingTooDeep, at, {"this expression", std::to_string(kMaxNesting)});
  return IrValue{*result, depth};
}

bool Elaborator::CanEmit(const Range& at) {
  if (!builder_) return Error(DK::StatementOutsideFunction, at, {}), false;
  if (lazy_depth_ > 0) return Error(DK::StatementInLazyOperand, at, {}), false;
  return true;
}

bool Elaborator::MayChange(int64_t made_in, std::string_view what, const Range& at) {
  if (made_in == body_id()) return true;
  ErrorWithAdvice(
      DK::CompileTimeMutation, at, {what},
      "a loop over `T.static_range` is unrolled while compiling; what the program collects stands in "
      "a tensor, `T.alloc_local`");
  return false;
}

bool Elaborator::MayHold(const Value& container, const Value& item, std::string_view how, const Range& at) {
  if (!Reaches(item, container)) return true;
  Error(DK::BadCallArgument, at, {how, "item", "the container itself, or holds it", "another value"});
  return false;
}

}  // namespace tirx::script
