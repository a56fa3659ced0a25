// SPDX-License-Identifier: Apache-2.0
// Assignments of every kind: binds, cells, stores, unpacking.
#include "script/elaborator.h"
#include "script/hints.h"

namespace tirx::script {

void Elaborator::RunAssign(const AssignStmt& s) {
  auto* name = s.targets.size() == 1 ? As<NameExpr>(s.targets[0]) : nullptr;
  auto* field = s.targets.size() == 1 ? As<AttributeExpr>(s.targets[0]) : nullptr;
  name_hint_ = name ? std::string(name->id) : field ? FieldHint(*field) : "";
  Value value = Eval(s.value);
  name_hint_.clear();
  for (const Expr* target : s.targets) {
    if (value.failed()) {
      MarkFailed(target);
      if (auto* failed_field = As<AttributeExpr>(target)) StoreField(*failed_field, value, s.at, s.value->at);
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

void Elaborator::RunAugAssign(const AugAssignStmt& s) {
  Value value = Eval(s.value), base, old;
  auto* element = As<SubscriptExpr>(s.target);
  auto* field = As<AttributeExpr>(s.target);
  if (element) {
    base = EvalByReference(element->value);
    if (!base.failed()) old = Subscript(base, element->index, s.target->at);
  } else if (field || As<NameExpr>(s.target)) {
    old = Eval(s.target);
  } else {
    return void(Error(DK::BadAssignmentTarget, s.target->at, {"assign to", "this expression"}));
  }
  // `xs += [...]` changes the list itself, as in Python.
  if (ListObject* list = old.list(); list && s.op == Tok::Plus) {
    TupleItems items;
    if (!Iterate(value, s.value->at, &items) || !MayChange(list->body_id, "this list", s.at)) return;
    if (!MayHold(old, Value::Tuple(items), "+=", s.value->at)) return;
    list->items.insert(list->items.end(), items.begin(), items.end());
    StabilizeItems(old, "item", s.at);
    return;
  }
  Value updated = Binary(s.op, old, value, s.at);
  if (element) {
    if (!updated.failed()) StoreElement(base, element->index, updated, s.target->at, s.at);
  } else {
    AssignTo(s.target, updated, s.at, s.at);
  }
}

}  // namespace tirx::script
