// SPDX-License-Identifier: Apache-2.0
// Order of evaluation: every expression is evaluated once, from left to right, as in Python. Within one
// statement the IR evaluates so itself; what waits for a later statement is bound before it.
#include <algorithm>

#include "script/elaborator.h"

namespace tirx::script {

PendingScope::PendingScope(Elaborator* elaborator)
    : elaborator_(elaborator), before_(elaborator->pending_.size()) {}

PendingScope::~PendingScope() {
  elaborator_->pending_.resize(before_);
}

namespace {

bool IsLeaf(const ir::Expr& e) {
  return e.as<ir::VarNode>() || e.as<ir::IntImmNode>() || e.as<ir::FloatImmNode>();
}

// Whether binding it could ever be needed.
bool MayNeedBinding(const Value& value) {
  if (auto* e = value.expr()) return !IsLeaf(*e) && !value.Get<IrValue>()->alias;
  return value.sequence() || value.Is<std::shared_ptr<DictObject>>() || !IsCompileTime(value);
}

// What has been bound waits no longer.
bool IsOpen(const Pending& waiting) {
  auto* expr = std::get_if<ir::Expr*>(&waiting.slot);
  return !expr || (*expr && !IsLeaf(**expr));
}

}  // namespace

void PendingScope::Add(Value* slot, Use use, const Range& at) {
  if (elaborator_->builder_ && MayNeedBinding(*slot)) elaborator_->pending_.push_back({slot, use, at});
}

void PendingScope::Add(ir::Expr* slot, const Range& at) {
  if (elaborator_->builder_ && slot->defined() && !IsLeaf(*slot))
    elaborator_->pending_.push_back({slot, Use::Operand, at});
}

// ---- what waits, before a statement ----

void Elaborator::Emit(ir::Stmt stmt, const Range& at) {
  if (CanEmit(at)) Place(std::move(stmt));
}

void Elaborator::Place(ir::Stmt stmt) {
  SettleBefore(stmt);
  builder_->Emit(std::move(stmt));
}

ir::Var Elaborator::BindTo(const std::string& name, const ir::Expr& value) {
  SettleBefore(value);
  return builder_->Bind(name, value);
}

// Binds, in the order in which they were computed, the waiting values whose meaning `code` could change. What
// waits around the innermost open body is settled when that body is emitted.
void Elaborator::SettleBefore(const ObjectRef& code) {
  if (pending_.size() <= pending_floor_) return;
  Footprint touched = FootprintOf(code);
  if (touched.empty()) return;
  Span span = builder_->span();
  const size_t end = std::min(pending_.size(), pending_end_);
  for (size_t i = pending_floor_; i < end; ++i) {
    // Binding one is a statement too: before it only what was computed earlier is settled.
    Pending& waiting = pending_[i];
    if (!IsOpen(waiting)) continue;
    size_t outer_end = std::exchange(pending_end_, i);
    Settle(waiting, touched);
    pending_end_ = outer_end;
    auto* value = std::get_if<Value*>(&waiting.slot);
    if (value && !MayNeedBinding(**value)) waiting.slot = static_cast<ir::Expr*>(nullptr);
  }
  builder_->SetSpan(span);
}

void Elaborator::Settle(const Pending& waiting, const Footprint& touched) {
  auto changes = [&](const ir::Expr& e) { return FootprintOf(e).DependsOn(touched); };
  if (auto* expr = std::get_if<ir::Expr*>(&waiting.slot)) {
    if (changes(**expr)) **expr = Stabilize({**expr, 1}, "value", waiting.at).expr;
    return;
  }
  Value& value = *std::get<Value*>(waiting.slot);
  if (waiting.use == Use::Address) {
    if (auto* ir_value = value.Get<IrValue>()) value = WithStableIndices(*ir_value, changes, waiting.at);
    return;
  }
  auto* tensor = value.Get<TensorValue>();
  bool loaded =
      (tensor && tensor->var.tensor_type()->cell) || value.Is<std::shared_ptr<const RegionObject>>();
  if (waiting.use == Use::Operand && loaded) {
    Value load = tensor ? LoadCell(tensor->var, waiting.at) : Value(ToIr(value, waiting.at));
    if (load.expr() && load.expr()->defined() && changes(*load.expr())) value = load;
  }
  value = Stable(value, "value", waiting.at, changes);
}

Value Elaborator::WithStableIndices(const IrValue& element, const NeedsName& needed, const Range& at) {
  auto* load = element.expr.as<ir::TensorLoadNode>();
  if (!load) return needed(element.expr) ? Stabilize(element, "value", at) : element;
  Array<ir::Expr> indices;
  for (const ir::Expr& index : load->indices)
    indices.push_back(needed(index) ? Stabilize({index, 1}, "index", at).expr : index);
  return IrValue{ir::TensorLoad(load->tensor, indices, load->span), element.depth};
}

// ---- values that are kept ----

IrValue Elaborator::Stabilize(const IrValue& value, const std::string& name, const Range& at) {
  if (IsLeaf(value.expr)) return value;
  if (!builder_ || !CanEmit(at)) return value;
  builder_->SetSpan(SpanAt(at));
  return {BindTo(name, value.expr), 1};
}

Value Elaborator::Once(const Value& value, const std::string& name, const Range& at) {
  return Stable(value, name, at, HasEffect);
}

bool Elaborator::IsLasting(const ir::Expr& e) {
  return FootprintOf(e).empty();
}

Value Elaborator::Stable(const Value& value, const std::string& name, const Range& at,
                         const NeedsName& needed) {
  if (!builder_) return value;
  auto item_name = [&](size_t i) { return name + "_" + std::to_string(i); };
  if (auto* ir_value = value.Get<IrValue>())
    return !ir_value->alias && (!needed || needed(ir_value->expr)) ? Stabilize(*ir_value, name, at)
                                                                   : *ir_value;
  if (auto* region = value.Get<std::shared_ptr<const RegionObject>>()) {
    // A region keeps the box that its indices had here, also when they came from memory.
    auto kept = std::make_shared<RegionObject>(**region);
    for (size_t i = 0; i < kept->axes.size(); ++i)
      if (ir::Expr& min = kept->axes[i].min; !IsLasting(min) && (!needed || needed(min)))
        min = Stabilize({min, 1}, item_name(i), at).expr;
    return std::shared_ptr<const RegionObject>(std::move(kept));
  }
  if (ListObject* list = value.list()) {
    if (list->kept) return value;
    list->kept = !needed;
    for (size_t i = 0; i < list->items.size(); ++i)
      list->items[i] = Stable(list->items[i], item_name(i), at, needed);
    return value;
  }
  if (DictObject* dict = value.dict()) {
    if (dict->kept) return value;
    dict->kept = !needed;
    for (auto& [key, item] : dict->items)
      item = Stable(item, key.str() ? name + "_" + *key.str() : name, at, needed);
    return value;
  }
  const TupleItems* items = value.tuple();
  if (!items) return value;
  TupleItems kept;
  for (size_t i = 0; i < items->size(); ++i) kept.push_back(Stable((*items)[i], item_name(i), at, needed));
  return Value::Tuple(std::move(kept));
}

}  // namespace tirx::script
