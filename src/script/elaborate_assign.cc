// SPDX-License-Identifier: Apache-2.0
// Assignments of every kind: binds, cells, stores, unpacking.
#include "script/elaborator.h"

namespace tirx::script {

void Elaborator::RunAssign(const AssignStmt& s) {
  auto* name = s.targets.size() == 1 ? As<NameExpr>(s.targets[0]) : nullptr;
  name_hint_ = name ? std::string(name->id) : "";
  Value value = Eval(s.value);
  name_hint_.clear();
  for (const Expr* target : s.targets) {
    if (value.failed()) {
      MarkFailed(target);
      if (auto* element = As<SubscriptExpr>(target))
        StoreElement(EvalByReference(element->value), element->index, value, target->at, s.value->at);
    } else {
      AssignTo(target, value, s.at, s.value->at);
    }
  }
}

void Elaborator::AssignTo(const Expr* target, const Value& value, const Range& at, const Range& value_at) {
  switch (target->kind) {
    case ExprKind::Name: {
      auto& name = Cast<NameExpr>(target);
      return AssignName({name.id, name.at}, value, at);
    }
    case ExprKind::Subscript: {
      auto& element = Cast<SubscriptExpr>(target);
      return StoreElement(EvalByReference(element.value), element.index, value, target->at, value_at);
    }
    case ExprKind::Tuple:
      return UnpackTo(Cast<TupleExpr>(target).items, value, at, value_at);
    case ExprKind::List:
      return UnpackTo(Cast<ListExpr>(target).items, value, at, value_at);
    case ExprKind::Attribute: {
      Value object = EvalByReference(Cast<AttributeExpr>(target).value);
      if (!object.failed()) Error(DK::NotAssignable, target->at, {"an attribute of " + DescribeKind(object)});
      return;
    }
    default:
      Error(DK::UnsupportedSyntax, target->at, {"*"});
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
  size_t next = 0;
  for (size_t i = 0; i < targets.size(); ++i) {
    if (i != star) {
      AssignTo(targets[i], items[next++], at, value_at);
      continue;
    }
    size_t count = items.size() - fixed;
    TupleItems rest(items.begin() + long(next), items.begin() + long(next + count));
    AssignTo(Cast<StarredExpr>(targets[i]).value, Value::List(std::move(rest), body_id()), at, value_at);
    next += count;
  }
}

// `x: T.int32 = e` makes a cell; `x: T.float32[4]` a local tensor; `x: int = 5` is Python's own annotation.
void Elaborator::RunAnnAssign(const AnnAssignStmt& s) {
  auto* name = As<NameExpr>(s.target);
  if (!name) return void(Error(DK::BadAnnotation, s.target->at, {"only a name can be annotated here"}));
  if (!builder_) {
    if (s.value) AssignName({name->id, name->at}, Eval(s.value), s.at);
    return;
  }
  Identifier id{name->id, name->at};
  Value annotation = Eval(s.annotation);
  if (annotation.failed()) return AssignName(id, Value(), s.at);
  if (auto* form = annotation.Get<const Form*>()) {
    bool python_type = FindBuiltin((*form)->name) == *form;
    if (!python_type && (*form)->name != "let") {
      Error(DK::BadAnnotation, s.annotation->at, {DescribeKind(annotation) + " is no type"});
      return AssignName(id, Value(), s.at);
    }
    if (!s.value)
      return void(Error(DK::BadAnnotation, s.at, {"`" + std::string(name->id) + "` needs a value"}));
    Value value = Eval(s.value);
    if (!python_type && value.number()) value = ToIr(value, s.value->at);
    return AssignName(id, value, s.at);
  }
  auto spec = annotation.Get<std::shared_ptr<const TensorSpec>>();
  auto* dtype = annotation.Get<DType>();
  if (!spec && !dtype) {
    Error(DK::BadAnnotation, s.annotation->at, {DescribeKind(annotation) + " is no type of a cell"});
    return AssignName(id, Value(), s.at);
  }
  bool outside = false;
  if (Binding* old = FindInFunction(name->id, &outside);
      old && !old->value.failed() && (outside || old->at.line != id.at.line)) {
    Error(diag::Make(DK::RedeclaredCell, SpanAt(id.at), {name->id}).WithNote(SpanAt(old->at), "bound here"));
    return;
  }
  Value initial = s.value ? Eval(s.value) : Value::None();
  TensorSpec cell;
  cell.shape = Value::Tuple({Value::Int(1)});
  cell.dtype = dtype ? *dtype : DType();
  cell.scope = "local";
  cell.strides = cell.elem_offset = Value::None();
  cell.cell = true;
  auto type = ToTensorType(spec ? **spec : cell, s.annotation->at);
  if (!type || !CanEmit(s.at)) return AssignName(id, Value(), s.at);
  if (spec && s.value) return void(Error(DK::BadAnnotation, s.at, {"a local tensor takes no initial value"}));
  builder_->SetSpan(SpanAt(s.at));
  ir::Var var = builder_->Alloc(std::string(name->id), *type);
  Declare(id, TensorValue{var}, false);
  if (s.value && !initial.failed()) StoreCell(var, initial, s.value->at);
}

void Elaborator::RunAugAssign(const AugAssignStmt& s) {
  Value value = Eval(s.value);
  if (auto* element = As<SubscriptExpr>(s.target)) {
    Value base = EvalByReference(element->value);
    Value old = base.failed() ? Value() : Subscript(base, element->index, s.target->at);
    Value updated = Binary(s.op, old, value, s.at);
    if (!updated.failed()) StoreElement(base, element->index, updated, s.target->at, s.at);
    return;
  }
  auto* name = As<NameExpr>(s.target);
  if (!name) return void(Error(DK::BadAssignmentTarget, s.target->at, {"assign to", "this expression"}));
  Value old = EvalName(*name, false);
  // `xs += [...]` changes the list itself, as in Python.
  if (ListObject* list = old.list(); list && s.op == Tok::Plus) {
    TupleItems items;
    if (!Iterate(value, s.value->at, &items) || !MayChange(list->body_id, "this list", s.at)) return;
    if (!MayHold(old, Value::Tuple(items), "+=", s.value->at)) return;
    list->items.insert(list->items.end(), items.begin(), items.end());
    StabilizeItems(old, std::string(name->id), s.at);
    return;
  }
  AssignName({name->id, name->at}, Binary(s.op, old, value, s.at), s.at);
}

}  // namespace tirx::script
