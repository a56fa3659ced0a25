// SPDX-License-Identifier: Apache-2.0
// Assignments of every kind: binds, cells, stores, unpacking.
#include <algorithm>

#include "script/elaborator.h"
#include "script/hints.h"

namespace tirx::script {

void Elaborator::RunAssign(const AssignStmt& s) {
  auto* name = s.targets.size() == 1 ? As<NameExpr>(s.targets[0]) : nullptr;
  auto* field = s.targets.size() == 1 ? As<AttributeExpr>(s.targets[0]) : nullptr;
  name_hint_ = name ? std::string(name->id) : field ? FieldHint(*field) : "";
  Value value = EvalForTargets(s);
  name_hint_.clear();
  bool first_is_assigned = false;
  if (s.targets.size() > 1 && !value.failed()) value = SharedByTargets(s, value, &first_is_assigned);
  for (size_t i = first_is_assigned; i < s.targets.size(); ++i) {
    const Expr* target = s.targets[i];
    if (value.failed()) {
      MarkFailed(target);
      if (auto* failed_field = As<AttributeExpr>(target)) StoreField(*failed_field, value, s.at, s.value->at);
      if (auto* element = As<SubscriptExpr>(target)) StoreElement(*element, value, s.value->at);
    } else {
      AssignTo(target, value, s.at, s.value->at);
    }
  }
}

// `a, b = x, y`: the items go to one target each.
Value Elaborator::EvalForTargets(const AssignStmt& s) {
  auto* values = As<TupleExpr>(s.value);
  auto* targets = s.targets.size() == 1 ? As<TupleExpr>(s.targets[0]) : nullptr;
  if (!values || !targets || values->items.size() != targets->items.size()) return Eval(s.value);
  TupleItems items;
  return EvalItems(values->items, &items, true) ? Value::Tuple(std::move(items)) : Value();
}

// What `x = y = e` assigns: e is evaluated once, also where the first target changes what it reads. When the
// first target is a name, that names it.
Value Elaborator::SharedByTargets(const AssignStmt& s, Value value, bool* first_is_assigned) {
  if (!IsPlainName(s.targets[0]) || !value.Is<IrValue>()) return Stable(value, "value", s.value->at);
  AssignTo(s.targets[0], value, s.at, s.value->at);
  *first_is_assigned = true;
  Binding* bound = LookUp(Cast<NameExpr>(s.targets[0]).id);
  return bound ? bound->value : Value();
}

void Elaborator::AssignTo(const Expr* target, const Value& value, const Range& at, const Range& value_at) {
  switch (target->kind) {
    case ExprKind::Name: {
      auto& name = Cast<NameExpr>(target);
      return AssignName({name.id, name.at}, value, at);
    }
    case ExprKind::Subscript:
      return StoreElement(Cast<SubscriptExpr>(target), value, value_at);
    case ExprKind::Tuple:
      return UnpackTo(Cast<TupleExpr>(target).items, value, at, value_at);
    case ExprKind::List:
      return UnpackTo(Cast<ListExpr>(target).items, value, at, value_at);
    case ExprKind::Attribute:
      return StoreField(Cast<AttributeExpr>(target), value, at, value_at);
    default:
      Error(UnsupportedSyntax(SpanAt(target->at), "*"));
  }
}

void Elaborator::UnpackTo(const ExprList& targets, const Value& value, const Range& at,
                          const Range& value_at) {
  TupleItems items;
  if (!Iterate(value, value_at, &items)) {
    for (const Expr* target : targets) MarkFailed(target);
    return;
  }
  size_t star = targets.size();
  for (size_t i = 0; i < targets.size(); ++i) {
    if (targets[i]->kind == ExprKind::Starred) star = i;
  }
  bool has_star = star < targets.size();
  size_t fixed = targets.size() - has_star;
  if (has_star ? items.size() < fixed : items.size() != fixed) {
    Error(DK::WrongUnpackCount, at, {std::to_string(fixed), std::to_string(items.size())});
    for (const Expr* target : targets) MarkFailed(target);
    return;
  }
  size_t named = 0;  // binding names changes nothing that stands after them
  while (named < std::min(star, targets.size()) && IsPlainName(targets[named])) {
    AssignTo(targets[named], items[named], at, value_at);
    ++named;
  }
  auto target_of = [&](size_t item) {
    size_t after = star + items.size() - fixed;
    return item < star ? item : item < after ? star : item + targets.size() - items.size();
  };
  // All others are evaluated before the first of them is assigned.
  PendingScope waiting(this);
  for (size_t i = named; i < items.size(); ++i) {
    if (i + 1 < items.size()) items[i] = Once(items[i], "value", value_at);
    bool element = targets[target_of(i)]->kind == ExprKind::Subscript;
    waiting.Add(&items[i], element ? Use::Operand : Use::Item, value_at);
  }
  size_t next = named;
  for (size_t i = named; i < targets.size(); ++i) {
    if (i != star) {
      AssignTo(targets[i], std::exchange(items[next++], Value()), at, value_at);
      continue;
    }
    size_t count = items.size() - fixed;
    TupleItems rest(items.begin() + long(next), items.begin() + long(next + count));
    AssignTo(Cast<StarredExpr>(targets[i]).value, Value::List(std::move(rest), body_id()), at, value_at);
    next += count;
  }
}

// Whether assigning to the target binds a name, and stores nothing.
bool Elaborator::IsPlainName(const Expr* target) {
  auto* name = As<NameExpr>(target);
  Binding* old = name ? LookUp(name->id) : nullptr;
  return name && !(old && old->value.Is<TensorValue>());
}

// `x: T.int32 = e` makes a cell; `x: T.float32[4]` a local tensor; `x: int = 5` is Python's own annotation.
// The same for a field, `self.x: T.int32 = e`.
void Elaborator::RunAnnAssign(const AnnAssignStmt& s) {
  auto* name = As<NameExpr>(s.target);
  auto* field = As<AttributeExpr>(s.target);
  if (!name && !field)
    return void(Error(DK::BadAnnotation, s.target->at, {"only a name or a field can be annotated here"}));
  if (!builder_) {
    if (s.value) AssignTo(s.target, Eval(s.value), s.at, s.value->at);
    return;
  }
  auto fail = [&] { AssignTo(s.target, Value(), s.at, s.at); };
  std::string written(name ? name->id : field->name.text);
  auto* subscript = As<SubscriptExpr>(s.annotation);
  if (const Form* form = subscript ? FormOf(subscript->value) : nullptr; form && form->name == "let") {
    auto dtype = ToDType(Eval(subscript->index), subscript->index->at);
    if (!s.value) Error(DK::BadAnnotation, s.at, {"`" + written + "` needs a value"});
    if (!s.value || !dtype) return fail();
    IrValue value = ConvertTo(Eval(s.value), *dtype, "`" + written + "`", s.value->at);
    return value.expr.defined() ? AssignTo(s.target, value, s.at, s.value->at) : fail();
  }
  Value annotation = Eval(s.annotation);
  if (annotation.failed()) return fail();
  if (auto* form = annotation.Get<const Form*>()) {
    bool python_type = FindBuiltin((*form)->name) == *form;
    if (!python_type && (*form)->name != "let") {
      Error(DK::BadAnnotation, s.annotation->at, {DescribeKind(annotation) + " is no type"});
      return fail();
    }
    if (!s.value) return void(Error(DK::BadAnnotation, s.at, {"`" + written + "` needs a value"}));
    Value value = Eval(s.value);
    if (!python_type && value.number()) value = ToIr(value, s.value->at);
    return AssignTo(s.target, value, s.at, s.value->at);
  }
  auto type = LocalType(annotation, s);
  if (!type) return fail();
  if (!MayDeclare(s)) return;
  Value initial = s.value ? Eval(s.value) : Value::None();
  if (!CanEmit(s.at)) return fail();
  builder_->SetSpan(SpanAt(s.at));
  ir::Var var = builder_->Alloc(name ? written : FieldHint(*field), *type);
  if (name) {
    Declare({name->id, name->at}, TensorValue{var}, false);
  } else if (auto instance = FieldOwner(*field)) {
    instance->fields[written] = TensorValue{var};
  }
  if (s.value && !initial.failed()) StoreCell(var, initial, s.value->at);
}

// The type of the cell or local tensor that an annotation declares.
std::optional<ir::TensorType> Elaborator::LocalType(const Value& annotation, const AnnAssignStmt& s) {
  auto* spec = annotation.Get<std::shared_ptr<const TensorSpec>>();
  auto* dtype = annotation.Get<DType>();
  if (!spec && !dtype) {
    Error(DK::BadAnnotation, s.annotation->at, {DescribeKind(annotation) + " is no type of a cell"});
    return std::nullopt;
  }
  if (spec && s.value) {
    Error(DK::BadAnnotation, s.at, {"an array of the thread takes no initial value; store its elements"});
    return std::nullopt;
  }
  return spec ? ToTensorType(**spec, s.annotation->at) : CellType(*dtype, s.annotation->at);
}

std::optional<ir::TensorType> Elaborator::CellType(DType dtype, const Range& at) {
  TensorSpec cell;
  cell.shape = Value::Tuple({Value::Int(1)});
  cell.dtype = dtype;
  cell.scope = "local";
  cell.strides = cell.elem_offset = Value::None();
  cell.cell = true;
  return ToTensorType(cell, at);
}

// False, with an error, when the annotated name or field exists.
bool Elaborator::MayDeclare(const AnnAssignStmt& s) {
  if (auto* field = As<AttributeExpr>(s.target)) {
    auto instance = FieldOwner(*field);
    if (!instance || !MayChangeField(*instance, *field)) return false;
    auto old = instance->fields.find(field->name.text);
    if (old == instance->fields.end() || old->second.failed()) return true;
    return Error(DK::RedeclaredCell, s.target->at, {field->name.text}), false;
  }
  auto& name = Cast<NameExpr>(s.target);
  bool outside = false;
  Binding* old = FindInFunction(name.id, &outside);
  if (!old || old->value.failed() || (!outside && old->at.line == name.at.line)) return true;
  std::string note = "bound here; `" + std::string(name.id) + " = ...` changes a cell";
  Error(diag::Make(DK::RedeclaredCell, SpanAt(name.at), {name.id}).WithNote(SpanAt(old->at), note));
  return false;
}

// The target is evaluated once, before the value, as in Python.
void Elaborator::RunAugAssign(const AugAssignStmt& s) {
  auto* element = As<SubscriptExpr>(s.target);
  if (!element && !As<AttributeExpr>(s.target) && !As<NameExpr>(s.target))
    return void(Error(DK::BadAssignmentTarget, s.target->at, {"assign to", "this expression"}));
  Value base, key, old;
  if (element) {
    base = EvalByReference(element->value);
    if (auto* tensor = base.Get<TensorValue>()) return RunAugElement(tensor->var, s);
    key = base.failed() ? Value() : Eval(element->index);
    old = SubscriptValue(base, key, s.target->at);
  } else {
    old = Eval(s.target);
  }
  Value value = EvalBeside(&old, s.target->at, s.value);
  if (old.list() && s.op == Tok::Plus) return ExtendList(old, value, s);
  Value updated = Binary(s.op, old, value, s.at);
  if (!element) return AssignTo(s.target, updated, s.at, s.at);
  if (!updated.failed()) StoreItem(base, key, updated, s.target->at, element->index->at, s.at);
}

// `xs += [...]` changes the list itself, as in Python.
void Elaborator::ExtendList(const Value& container, const Value& value, const AugAssignStmt& s) {
  ListObject* list = container.list();
  TupleItems items;
  if (!Iterate(value, s.value->at, &items) || !MayChange(list->body_id, "this list", s.at)) return;
  if (!MayHold(container, Value::Tuple(items), "+=", s.value->at)) return;
  Value kept = Stable(Value::List(std::move(items)), "item", s.at);
  list->items.insert(list->items.end(), kept.list()->items.begin(), kept.list()->items.end());
}

void Elaborator::RunAugElement(const ir::Var& tensor, const AugAssignStmt& s) {
  RegionObject region;
  auto& target = Cast<SubscriptExpr>(s.target);
  if (!SubscriptAxes(tensor, target.index, s.target->at, &region)) return void(Eval(s.value));
  auto keep = [&](RegionObject::Axis& axis) {  // it is used twice
    axis.min = Stabilize({axis.min, 1}, "index", s.target->at).expr;
  };
  for (auto& axis : region.axes)
    if (HasEffect(axis.min)) keep(axis);
  Value old = ElementOrRegion(region, s.target->at), value;
  {
    PendingScope waiting(this);
    for (auto& axis : region.axes) waiting.Add(&axis.min, s.target->at);
    value = EvalBeside(&old, s.target->at, s.value);
  }
  if (auto* e = value.expr(); e && HasEffect(*e))
    for (auto& axis : region.axes)
      if (!IsLasting(axis.min)) keep(axis);
  Value updated = Binary(s.op, old, value, s.at);
  if (!updated.failed()) StoreAt(region, updated, s.target->at, s.at);
}

}  // namespace tirx::script
