// SPDX-License-Identifier: Apache-2.0
// Order of evaluation: every expression is evaluated once, from left to right, as in Python. Within one
// statement the IR evaluates so itself; what waits for a later statement is bound before it.
#include <algorithm>

#include "script/elaborator.h"

namespace tirx::script {

namespace {

bool IsLeaf(const ir::Expr& e) {
  return e.as<ir::VarNode>() || e.as<ir::IntImmNode>() || e.as<ir::FloatImmNode>();
}

// Whether binding it could ever be needed.
bool MayNeedBinding(const Value& value) {
  if (auto* e = value.expr()) return !IsLeaf(*e) && !value.Get<IrValue>()->alias;
  return value.sequence() || value.Is<std::shared_ptr<DictObject>>() || !IsCompileTime(value);
}

// Of what would be bound. False where that may change while the value waits.
bool AddFootprint(const Value& value, Footprint* out) {
  bool lasts = !value.list() && !value.dict();
  if (auto* ir_value = value.Get<IrValue>()) {
    if (!ir_value->alias) AddFootprint(ir_value->expr, out);
  } else if (auto* region = value.Get<std::shared_ptr<const RegionObject>>()) {
    for (const auto& axis : (*region)->axes) AddFootprint(axis.min, out);
  } else if (const TupleItems* items = value.sequence()) {
    for (const Value& item : *items) lasts &= AddFootprint(item, out);
  } else if (const DictObject* dict = value.dict()) {
    for (const auto& [key, item] : dict->items) AddFootprint(item, out);
  }
  return lasts;
}

void AddIndices(const Value& element, Footprint* out) {
  auto* expr = element.expr();
  auto* load = expr ? expr->as<ir::TensorLoadNode>() : nullptr;
  if (!load) return void(expr && (AddFootprint(*expr, out), true));
  for (const ir::Expr& index : load->indices) AddFootprint(index, out);
}

// Whether the value is read where it is used as an operand.
const ir::Var* LoadedTensor(const Value& value) {
  auto* tensor = value.Get<TensorValue>();
  if (tensor) return tensor->var.tensor_type()->cell ? &tensor->var : nullptr;
  auto* region = value.Get<std::shared_ptr<const RegionObject>>();
  return region ? &(*region)->tensor : nullptr;
}

// What the meaning of the waiting value depends on; the same until it is bound, except for lists and dicts.
bool AddFootprint(const Pending& waiting, Footprint* out) {
  if (auto* expr = std::get_if<ir::Expr*>(&waiting.slot)) return AddFootprint(**expr, out), true;
  const Value& value = *std::get<Value*>(waiting.slot);
  if (waiting.use == Use::Address) return AddIndices(value, out), true;
  if (const ir::Var* tensor = LoadedTensor(value); tensor && waiting.use == Use::Operand)
    AddRead(*tensor, out);
  return AddFootprint(value, out);
}

void Know(Pending* waiting, PendingList* all) {
  Footprint own;
  waiting->footprint.reset();
  if (!AddFootprint(*waiting, &own)) return void(++all->changing);
  all->sum.Add(own);
  waiting->footprint = std::move(own);
}

void Forget(const Pending& waiting, PendingList* all) {
  if (waiting.footprint)
    all->sum.Remove(*waiting.footprint);
  else
    --all->changing;
}

bool DependsOn(const Pending& waiting, const Footprint& touched) {
  if (waiting.footprint) return waiting.footprint->DependsOn(touched);
  Footprint now;
  AddFootprint(waiting, &now);
  return now.DependsOn(touched);
}

bool WaitsForNothing(const Pending& waiting) {
  return waiting.footprint && waiting.footprint->empty();
}

}  // namespace

PendingScope::PendingScope(Elaborator* elaborator) : elaborator_(elaborator) {
  ++elaborator_->pending_depth_;
}

PendingScope::~PendingScope() {
  PendingList& pending = elaborator_->pending_;
  while (!pending.values.empty() && pending.values.back().scope == elaborator_->pending_depth_) {
    if (pending.known == pending.values.size()) Forget(pending.values.back(), &pending), --pending.known;
    pending.values.pop_back();
  }
  --elaborator_->pending_depth_;
}

void PendingScope::Add(Value* slot, Use use, const Range& at) {
  if (elaborator_->builder_ && MayNeedBinding(*slot))
    elaborator_->pending_.values.push_back({slot, use, at, elaborator_->pending_depth_, {}});
}

void PendingScope::Add(ir::Expr* slot, const Range& at) {
  if (elaborator_->builder_ && slot->defined() && !IsLeaf(*slot))
    elaborator_->pending_.values.push_back({slot, Use::Operand, at, elaborator_->pending_depth_, {}});
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
  std::vector<Pending>& values = pending_.values;
  if (values.size() <= pending_.floor) return;
  Footprint touched = FootprintOf(code);
  if (touched.empty()) return;
  while (pending_.known < values.size()) Know(&values[pending_.known++], &pending_);
  if (pending_.changing == 0 && !pending_.sum.MayDependOn(touched)) return;
  Span span = builder_->span();
  const bool is_outermost = pending_.end == SIZE_MAX;
  const size_t end = std::min(values.size(), pending_.end);
  for (size_t i = pending_.floor; i < end; ++i) {
    if (!DependsOn(values[i], touched)) continue;
    // Binding one is a statement too: before it only what was computed earlier is settled.
    size_t outer_end = std::exchange(pending_.end, i);
    Settle(values[i], touched);
    pending_.end = outer_end;
    Forget(values[i], &pending_);
    Know(&values[i], &pending_);
  }
  if (is_outermost) {
    auto from = values.begin() + long(pending_.floor);
    values.erase(std::remove_if(from, values.end(), WaitsForNothing), values.end());
    pending_.known = values.size();
  }
  builder_->SetSpan(span);
}

void Elaborator::Settle(const Pending& waiting, const Footprint& touched) {
  auto changes = [&](const ir::Expr& e) { return !IsLeaf(e) && FootprintOf(e).DependsOn(touched); };
  if (auto* expr = std::get_if<ir::Expr*>(&waiting.slot)) {
    if (changes(**expr)) **expr = Stabilize({**expr, 1}, "value", waiting.at).expr;
    return;
  }
  Value& value = *std::get<Value*>(waiting.slot);
  if (waiting.use == Use::Address) {
    if (auto* ir_value = value.Get<IrValue>()) value = WithStableIndices(*ir_value, changes, waiting.at);
    return;
  }
  if (waiting.use == Use::Operand && LoadedTensor(value)) {
    auto* tensor = value.Get<TensorValue>();
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
