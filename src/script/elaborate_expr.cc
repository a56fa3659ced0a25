// SPDX-License-Identifier: Apache-2.0
// Expressions: the dispatch over syntax, displays, comprehensions, iteration, truth.
#include <cmath>
#include <deque>
#include <iterator>

#include "base/interrupt.h"
#include "script/constant_ops.h"
#include "script/elaborator.h"
#include "script/format.h"
#include "script/hints.h"

namespace tirx::script {
namespace {

// The deepest recursion of the interpreter, calls included; a frame takes well under 2 KiB.
constexpr int kMaxRecursion = 2600;

// How often it looks whether someone pressed Ctrl-C.
constexpr int64_t kStepsBetweenLooks = 4096;

// The most items that a compile-time range has.
constexpr uint64_t kMostItems = uint64_t(1) << 24;

using Foreign = ForeignProtocol::Operation;

}  // namespace

Value Elaborator::Eval(const Expr* e) {
  if (stopped_) return Value();
  if (++steps_ > options_.step_limit) {
    Error(DK::StepLimit, e->at, {std::to_string(options_.step_limit)});
    stopped_ = true;
    return Value();
  }
  if (steps_ % kStepsBetweenLooks == 0 && Interrupted()) {
    Error(DK::Interrupted, e->at, {"the script was read"});
    stopped_ = true;
    return Value();
  }
  if (nesting_ > kMaxRecursion)
    return Error(DK::NestingTooDeep, e->at, {"this evaluation", std::to_string(kMaxRecursion)});
  ++nesting_;
  Value value = EvalUncounted(e);
  --nesting_;
  return value.Is<ForeignValue>() ? Resolved(value, e->at) : value;
}

// The right operand, while the left one waits.
Value Elaborator::EvalBeside(Value* left, const Range& left_at, const Expr* right) {
  PendingScope waiting(this);
  waiting.Add(left, Use::Operand, left_at);
  return Eval(right);
}

Value Elaborator::EvalByReference(const Expr* e) {
  if (auto* name = As<NameExpr>(e)) return Resolved(EvalName(*name, true), e->at);
  if (auto* attribute = As<AttributeExpr>(e))
    return Resolved(GetAttribute(EvalByReference(attribute->value), attribute->name, e->at), e->at);
  return Eval(e);
}

Value Elaborator::EvalUncounted(const Expr* e) {
  switch (e->kind) {
    case ExprKind::Name:
      return EvalName(Cast<NameExpr>(e), false);
    case ExprKind::None:
      return Value::None();
    case ExprKind::Ellipsis:
      return EllipsisMark{};
    case ExprKind::Bool:
      return Cast<BoolExpr>(e).value;
    case ExprKind::Int:
      return EvalInt(Cast<IntExpr>(e), false);
    case ExprKind::Float:
      return Cast<FloatExpr>(e).value;
    case ExprKind::String:
      return Value::Str(Cast<StringExpr>(e).value);
    case ExprKind::Tuple:
    case ExprKind::List: {
      TupleItems items;
      bool tuple = e->kind == ExprKind::Tuple;
      if (!EvalItems(tuple ? Cast<TupleExpr>(e).items : Cast<ListExpr>(e).items, &items)) return Value();
      return tuple ? Value::Tuple(std::move(items)) : Value::List(std::move(items), body_id());
    }
    case ExprKind::Dict:
      return EvalDict(Cast<DictExpr>(e));
    case ExprKind::Unary:
      return EvalUnary(Cast<UnaryExpr>(e));
    case ExprKind::Binary: {
      auto& binary = Cast<BinaryExpr>(e);
      Value left = Eval(binary.left);
      Value right = EvalBeside(&left, binary.left->at, binary.right);
      return Binary(binary.op, left, right, e->at);
    }
    case ExprKind::BoolOp:
      return EvalBoolOp(Cast<BoolOpExpr>(e));
    case ExprKind::Compare:
      return EvalCompare(Cast<CompareExpr>(e));
    case ExprKind::Conditional:
      return EvalConditional(Cast<ConditionalExpr>(e));
    case ExprKind::Lambda:
      return EvalLambda(Cast<LambdaExpr>(e));
    case ExprKind::Call:
      return EvalCall(Cast<CallExpr>(e));
    case ExprKind::Attribute: {
      auto& attribute = Cast<AttributeExpr>(e);
      Value value = GetAttribute(EvalByReference(attribute.value), attribute.name, e->at);
      auto* tensor = value.Get<TensorValue>();
      return tensor && tensor->var.tensor_type()->cell ? LoadCell(tensor->var, e->at) : value;
    }
    case ExprKind::Subscript:
      return EvalSubscript(Cast<SubscriptExpr>(e));
    case ExprKind::Slice:
      return EvalSlice(Cast<SliceExpr>(e));
    case ExprKind::Comprehension:
      return EvalComprehension(Cast<ComprehensionExpr>(e));
    case ExprKind::Set:
      return Error(UnsupportedSyntax(SpanAt(e->at), "a set"));
    case ExprKind::Starred:
      return Error(UnsupportedSyntax(SpanAt(e->at), "*"));
    case ExprKind::Walrus: {
      auto& walrus = Cast<WalrusExpr>(e);
      Value value = Eval(walrus.value);
      if (!value.failed() && !IsCompileTime(value)) return Error(DK::WalrusOnIr, e->at, {walrus.name.text});
      AssignName(walrus.name, value, e->at);
      return value;
    }
    case ExprKind::Formatted: {
      std::string text;
      return EvalFormatted(Cast<FormattedExpr>(e), &text) ? Value::Str(std::move(text)) : Value();
    }
    case ExprKind::Unsupported:
      return Error(UnsupportedSyntax(SpanAt(e->at), Cast<UnsupportedExpr>(e).what));
  }
  TIRX_UNREACHABLE("unknown kind of expression");
}

Value Elaborator::EvalInt(const IntExpr& e, bool negative) {
  uint64_t limit = uint64_t(INT64_MAX) + (negative ? 1 : 0);
  if (e.fits && e.value > limit && !negative) return WideLiteral{e.value};
  if (!e.fits || e.value > limit) return Error(DK::IntegerOverflow, e.at, {"this literal"});
  return Value::Int(negative ? int64_t(0 - e.value) : int64_t(e.value));
}

// The items of a display or argument list; `*xs` is spread.
bool Elaborator::EvalItems(const ExprList& items, TupleItems* out, bool used_once) {
  bool fine = true;
  std::string hint = std::move(name_hint_);
  std::deque<Value> values;
  PendingScope waiting(this);
  auto keep = [&](const Value& value, const Range& at) {
    values.push_back(value);
    waiting.Add(&values.back(), Use::Item, at);
    fine &= !value.failed();
  };
  for (const Expr* item : items) {
    std::string name = hint.empty() ? "" : hint + "_" + std::to_string(values.size());
    name_hint_ = name;
    if (auto* star = As<StarredExpr>(item)) {
      TupleItems spread;
      fine &= Iterate(Eval(star->value), item->at, &spread);
      for (const Value& value : spread) keep(value, item->at);
    } else {
      Value value = Eval(item);
      keep(used_once ? value : KeptItem(value, name, item->at), item->at);
    }
  }
  name_hint_.clear();
  out->assign(std::make_move_iterator(values.begin()), std::make_move_iterator(values.end()));
  return fine;
}

// An item of a display can be used any number of times: its effects take place now.
Value Elaborator::KeptItem(const Value& value, const std::string& name, const Range& at) {
  return lazy_depth_ > 0 ? value : Once(value, name.empty() ? "item" : name, at);
}

bool Elaborator::EvalFormatted(const FormattedExpr& e, std::string* out) {
  for (const auto& part : e.parts) {
    *out += part.text;
    if (!part.value) continue;
    Value value = Eval(part.value);
    value = Simplified(value, part.value->at);
    std::string spec;
    if (value.failed() || (part.spec && !EvalFormatted(*part.spec, &spec))) return false;
    if (!IsCompileTime(value) || value.Is<ForeignValue>()) {
      Error(DK::CompileTimeRequired, part.value->at,
            {"a value in an f-string", "number, string or container", DescribeKind(value)});
      return false;
    }
    if (part.conversion == 's') value = Value::Str(Str(value));
    if (part.conversion == 'r') value = Value::Str(Repr(value));
    if (part.conversion == 'a') value = Value::Str(Ascii(Repr(value)));
    auto text = Format(value, spec, SpanAt(part.value->at));
    if (!text.ok()) return Report(text), false;
    *out += *text;
  }
  return true;
}

bool Elaborator::MayBeKey(const Value& key, const Range& at) {
  if (IsHashable(key)) return true;
  Error(DK::BadDictKey, at, {DescribeKind(key)});
  return false;
}

Value Elaborator::EvalDict(const DictExpr& e) {
  auto dict = std::make_shared<DictObject>();
  dict->body_id = body_id();
  Value held = dict;
  PendingScope waiting(this);
  waiting.Add(&held, Use::Item, e.at);
  auto set = [&](const Value& key, const Value& value) {
    if (Value* old = dict->Find(key)) {
      *old = value;
    } else {
      dict->items.emplace_back(key, value);
    }
  };
  for (const auto& [key_expr, value_expr] : e.items) {
    Value key = key_expr ? Eval(key_expr) : Value::None();
    Value value = KeptItem(Eval(value_expr), key.str() ? *key.str() : "item", value_expr->at);
    if (key.failed() || value.failed()) return Value();
    if (key_expr) {
      if (!MayBeKey(key, key_expr->at)) return Value();
      set(key, value);
    } else if (DictObject* other = value.dict()) {
      for (const auto& [k, v] : other->items) set(k, v);
    } else {
      return Error(DK::BadCallArgument, value_expr->at, {"dict", "**", DescribeKind(value), "a dict"});
    }
  }
  return dict;
}

Value Elaborator::EvalSlice(const SliceExpr& e) {
  auto slice = std::make_shared<SliceObject>();
  slice->lower = e.lower ? Eval(e.lower) : Value::None();
  slice->upper = e.upper ? Eval(e.upper) : Value::None();
  slice->step = e.step ? Eval(e.step) : Value::None();
  if (slice->lower.failed() || slice->upper.failed() || slice->step.failed()) return Value();
  return std::shared_ptr<const SliceObject>(std::move(slice));
}

Value Elaborator::EvalLambda(const LambdaExpr& e) {
  auto closure = std::make_shared<ClosureObject>();
  closure->kind = ClosureObject::Kind::Lambda;
  closure->parameters = &e.parameters;
  closure->expression = e.body;
  closure->at = e.at;
  closure->scope = frame_->scope;
  closure->ast = frame_->ast;
  if (!EvalDefaults(e.parameters, closure.get())) return Value();
  return std::shared_ptr<const ClosureObject>(std::move(closure));
}

// ---- comprehensions ----

Value Elaborator::EvalComprehension(const ComprehensionExpr& e) {
  if (e.result == ComprehensionExpr::Result::Set) return Error(UnsupportedSyntax(SpanAt(e.at), "a set"));
  Frame frame;
  frame.kind = Frame::Kind::Expression;
  frame.ast = frame_->ast;
  frame.name = frame_->name;
  frame.function = frame_->function;
  frame.scope = NewScope(Scope::Kind::Function, frame_->scope);
  FrameScope entered(this, std::move(frame));
  std::deque<Value> items;
  auto dict = std::make_shared<DictObject>();
  dict->body_id = body_id();
  Value held = dict;
  PendingScope waiting(this);
  waiting.Add(&held, Use::Item, e.at);
  std::string hint = std::move(name_hint_);
  name_hint_.clear();
  bool fine = RunClauses(e, 0, [&] {
    std::string name = hint.empty() ? "" : hint + "_" + std::to_string(items.size());
    name_hint_ = name;
    Value element = KeptItem(Eval(e.element), name, e.element->at);
    Value value = e.value ? KeptItem(Eval(e.value), name, e.value->at) : Value::None();
    name_hint_.clear();
    if (element.failed() || value.failed()) return false;
    if (!e.value) {
      items.push_back(element);
      waiting.Add(&items.back(), Use::Item, e.element->at);
    } else if (!MayBeKey(element, e.element->at)) {
      return false;
    } else if (Value* old = dict->Find(element)) {
      *old = value;
    } else {
      dict->items.emplace_back(element, value);
    }
    return true;
  });
  if (!fine) return Value();
  if (e.result == ComprehensionExpr::Result::Dict) return dict;
  return Value::List(TupleItems(items.begin(), items.end()), body_id());
}

bool Elaborator::RunClauses(const ComprehensionExpr& e, size_t clause, const std::function<bool()>& body) {
  if (clause == e.clauses.size()) return body();
  const auto& c = e.clauses[clause];
  TupleItems items;
  if (!Iterate(Eval(c.iterable), c.iterable->at, &items)) return false;
  PendingScope waiting(this);
  for (Value& item : items) waiting.Add(&item, Use::Item, c.iterable->at);
  for (const Value& item : items) {
    AssignTo(c.target, item, c.target->at, c.iterable->at);
    bool kept = true;
    for (const Expr* condition : c.conditions) {
      Value test = Eval(condition);
      auto truth = test.failed() ? std::nullopt : Truth(test, condition->at);
      if (!truth) return false;
      if (!(kept = *truth)) break;
    }
    if (kept && !RunClauses(e, clause + 1, body)) return false;
    if (stopped_) return false;
  }
  return true;
}

// ---- iteration and truth ----

namespace {

// How many integers `range(start, stop, step)` has. The differences may not fit in 63 bits.
uint64_t CountOf(int64_t start, int64_t stop, int64_t step) {
  if (step > 0 ? start >= stop : start <= stop) return 0;
  uint64_t distance = step > 0 ? uint64_t(stop) - uint64_t(start) : uint64_t(start) - uint64_t(stop);
  uint64_t size = step > 0 ? uint64_t(step) : -uint64_t(step);
  return (distance - 1) / size + 1;
}

// The integers of a compile-time range; why there are none where a bound is no integer, or there are too
// many.
std::optional<TupleItems> RangeItems(const LoopObject& loop, std::string* why) {
  *why = "its bounds are not compile-time integers";
  const LoopObject::Axis& axis = loop.axes.front();
  auto start = axis.start.integer(), stop = axis.stop.integer(), step = axis.step.integer();
  if (!start || !stop || !step || *step == 0) return std::nullopt;
  const uint64_t count = CountOf(*start, *stop, *step);
  if (count > kMostItems) {
    *why = "it has more than " + std::to_string(kMostItems) +
           " items; a loop of the program, `T.serial(n)`, may have any number";
    return std::nullopt;
  }
  TupleItems items;
  for (uint64_t i = 0; i < count; ++i)
    items.push_back(Value::Int(int64_t(uint64_t(*start) + i * uint64_t(*step))));
  return items;
}

}  // namespace

bool Elaborator::Iterate(const Value& value, const Range& at, TupleItems* items) {
  if (value.failed()) return false;
  if (auto* sequence = value.sequence()) {
    *items = *sequence;
    return true;
  }
  if (auto* text = value.str()) {
    for (std::string& point : CodePoints(*text)) items->push_back(Value::Str(std::move(point)));
    return true;
  }
  if (auto* dict = value.dict()) {
    for (const auto& [key, item] : dict->items) items->push_back(key);
    return true;
  }
  if (auto* loop = value.Get<std::shared_ptr<const LoopObject>>()) {
    std::string why = "it is a loop of the program";
    if ((*loop)->kind == LoopObject::Kind::Range || (*loop)->kind == LoopObject::Kind::Static) {
      if (auto range = RangeItems(**loop, &why)) {
        *items = std::move(*range);
        return true;
      }
    }
    Error(DK::NotIterable, at, {DescribeKind(value), why});
    return false;
  }
  if (value.Is<ForeignValue>()) {
    Value result = ForeignOperation(uint8_t(Foreign::Iterate), {value}, at);
    if (result.failed()) return false;
    if (auto* sequence = result.sequence()) {
      *items = *sequence;
      return true;
    }
  }
  if (auto* tensor = value.Get<TensorValue>()) {
    std::string name(tensor->var->name);
    Error(DK::NotIterable, at,
          {DescribeKind(value), "loop over its indices, `for i in range(" + name + ".shape[0])`"});
    return false;
  }
  Error(DK::NotIterable, at, {DescribeKind(value), "compile-time sequences and ranges can be"});
  return false;
}

std::optional<bool> Elaborator::Truth(const Value& value, const Range& at) {
  if (value.failed()) return std::nullopt;
  if (value.is_none()) return false;
  if (auto number = value.number()) return *number != 0 || std::isnan(*number);
  if (auto* text = value.str()) return !text->empty();
  if (auto* items = value.sequence()) return !items->empty();
  if (auto* dict = value.dict()) return !dict->items.empty();
  if (value.Is<ForeignValue>()) {
    Value truth = ForeignOperation(uint8_t(Foreign::Truth), {value}, at);
    if (auto* result = truth.Get<bool>()) return *result;
    return std::nullopt;
  }
  if (IsCompileTime(value)) return true;
  Error(DK::CompileTimeRequired, at, {"this condition", "bool", DescribeKind(value)});
  return std::nullopt;
}

}  // namespace tirx::script
