// SPDX-License-Identifier: Apache-2.0
// Subscripts: elements, regions and vector accesses of tensors (decision 9), cells, items of compile-time
// values.
#include "arith/analyzer.h"
#include "base/structural.h"
#include "diag/suggest.h"
#include "ir/arith.h"
#include "script/constant_ops.h"
#include "script/elaborator.h"

namespace tirx::script {
namespace {

using Foreign = ForeignProtocol::Operation;

std::string NameOf(const ir::Var& tensor) {
  return std::string(tensor->name);
}

}  // namespace

Value Elaborator::EvalSubscript(const SubscriptExpr& e) {
  Value value = EvalByReference(e.value);
  if (value.failed()) return Value();
  return Subscript(value, e.index, e.at);
}

Value Elaborator::Subscript(const Value& value, const Expr* index, const Range& at) {
  auto* tensor = value.Get<TensorValue>();
  if (!tensor) return SubscriptValue(value, Eval(index), at);
  RegionObject region;
  return SubscriptAxes(tensor->var, index, at, &region) ? ElementOrRegion(region, at) : Value();
}

Value Elaborator::ElementOrRegion(const RegionObject& region, const Range& at) {
  std::vector<IrValue> indices;
  for (const auto& axis : region.axes) {
    if (axis.extent.defined()) return std::make_shared<const RegionObject>(region);
    indices.push_back({axis.min, 1});
  }
  return Load(region.tensor, indices, at);
}

// ---- tensors ----

bool Elaborator::SubscriptAxes(const ir::Var& tensor, const Expr* index, const Range& at, RegionObject* out) {
  auto* tuple = As<TupleExpr>(index);
  ExprList one{const_cast<Expr*>(index)};
  const ExprList& items = tuple ? tuple->items : one;
  ir::TensorType type = tensor.tensor_type();
  size_t dims = size_t(type->ndim());
  if (items.size() > dims) {
    Error(DK::WrongIndexCount, at,
          {NameOf(tensor), diag::Counted(dims, "dimension"), std::to_string(items.size())});
    return false;
  }
  out->tensor = tensor;
  out->written = items.size();
  bool fine = true;
  out->axes.reserve(dims);
  PendingScope waiting(this);
  for (size_t k = 0; k < items.size(); ++k) {
    RegionObject::Axis& axis = out->axes.emplace_back();
    fine &= SubscriptAxis(tensor, k, items[k], &axis);
    waiting.Add(&axis.min, items[k]->at);
    waiting.Add(&axis.extent, items[k]->at);
  }
  for (size_t k = items.size(); k < dims; ++k) {
    ir::Expr extent = type->dim(int(k));
    out->axes.push_back({ir::MakeConst(extent->dtype(), 0), extent, ir::Expr()});
  }
  return fine;
}

// One index or slice. Slices have compile-time steps; a missing bound is the tensor's own.
bool Elaborator::SubscriptAxis(const ir::Var& tensor, size_t k, const Expr* e, RegionObject::Axis* out) {
  auto* slice = As<SliceExpr>(e);
  auto index = [&](const Expr* part) -> ir::Expr {
    Value value = Eval(part);
    if (auto number = value.integer(); number && *number < 0) {
      Error(DK::NegativeIndex, part->at, {std::to_string(*number)});
      return {};
    }
    IrValue made = ToIr(value, part->at);
    if (!made.expr.defined() || IsInteger(made.expr->dtype())) return made.expr;
    Error(DK::BadCallArgument, part->at,
          {NameOf(tensor), "index", ir::TypeName(made.expr->ty), "an integer"});
    return {};
  };
  if (!slice) return out->min = index(e), out->min.defined();
  ir::Expr whole = tensor.tensor_type()->dim(int(k));
  PendingScope waiting(this);
  if (slice->lower) {
    out->min = index(slice->lower);
    if (!out->min.defined()) return false;
    if (HasEffect(out->min))  // it stands in the extent too
      out->min = Stabilize({out->min, 1}, "index", slice->lower->at).expr;
    waiting.Add(&out->min, slice->lower->at);
  }
  ir::Expr upper = slice->upper ? index(slice->upper) : whole;
  if (!upper.defined()) return false;
  if (!slice->lower) out->min = ir::MakeConst(upper->dtype(), 0);
  auto mixed = ir::MixedType(upper->dtype(), out->min->dtype());
  if (!mixed)
    return Error(DK::TypeMismatch, e->at, {"the slice", ir::TypeName(out->min->ty), ir::TypeName(upper->ty)}),
           false;
  if (slice->step) {
    auto step = ToInteger(Eval(slice->step), "the step of a slice", slice->step->at);
    if (!step) return false;
    if (*step < 1)
      return Error(DK::BadCallArgument, slice->step->at,
                   {"slice", "step", std::to_string(*step), "positive"}),
             false;
    if (*step > 1) out->step = ir::MakeConst(*mixed, *step);
  }
  ir::Expr span = ir::WidenTo(upper, *mixed) - ir::WidenTo(out->min, *mixed);
  // i:i + 4 and i * 4:(i + 1) * 4 have extent 4 although neither end is known.
  if (!ir::ConstInt(span))
    if (auto known = ir::ConstInt(arith::Analyzer().Simplify(span))) span = ir::MakeConst(*mixed, *known);
  if (auto* sum = upper.as<ir::BinaryNode>(); sum && sum->op == ir::BinaryOp::Add && slice->lower) {
    if (StructuralEqual(sum->a, out->min)) span = ir::WidenTo(sum->b, *mixed);
  }
  out->extent =
      out->step.defined() ? ir::FloorDiv(span + (out->step - ir::MakeConst(*mixed, 1)), out->step) : span;
  return true;
}

Value Elaborator::Load(const ir::Var& tensor, const std::vector<IrValue>& indices, const Range& at) {
  Array<ir::Expr> exprs;
  int depth = 1;
  for (const IrValue& index : indices) {
    exprs.push_back(index.expr);
    depth = std::max(depth, index.depth + 1);
  }
  return Make(ir::Expr(ir::TensorLoad(tensor, exprs, SpanAt(at))), depth, at);
}

namespace {

// The indices of the vector access that a region stands for, or why it is none (a phrase for the message).
std::string VectorIndices(const RegionObject& region, Array<ir::Expr>* out) {
  for (size_t k = 0; k < region.axes.size(); ++k) {
    const auto& axis = region.axes[k];
    if (!axis.extent.defined()) {
      out->push_back(axis.min);
      continue;
    }
    if (k + 1 < region.axes.size()) return "only the last index of a vector access may be a slice";
    auto lanes = ir::ConstInt(axis.extent);
    if (!lanes || *lanes < 1 || *lanes > 64)
      return "the slice of a vector access has a compile-time extent of 1 to 64";
    if (*lanes == 1) {
      out->push_back(axis.min);
    } else {
      ir::Expr step = axis.step.defined() ? axis.step : ir::MakeConst(axis.min->dtype(), 1);
      out->push_back(ir::Ramp(axis.min, step, *lanes));
    }
  }
  return "";
}

}  // namespace

bool Elaborator::HasAllIndices(const RegionObject& region, const Range& at) {
  if (region.written == region.axes.size()) return true;
  std::string dimensions = diag::Counted(region.axes.size(), "dimension");
  Error(DK::WrongIndexCount, at, {NameOf(region.tensor), dimensions, std::to_string(region.written)});
  return false;
}

Value Elaborator::LoadRegion(const RegionObject& region, const Range& at) {
  Array<ir::Expr> indices;
  if (!HasAllIndices(region, at)) return Value();
  if (std::string problem = VectorIndices(region, &indices); !problem.empty())
    return Error(DK::NotAVectorAccess, at, {NameOf(region.tensor), problem});
  return Make(ir::Expr(ir::TensorLoad(region.tensor, indices, SpanAt(at))), 2, at);
}

ir::Expr Elaborator::RegionExpr(const RegionObject& region, const Range& at) {
  Array<ir::Range> ranges;
  for (const auto& axis : region.axes) {
    if (axis.step.defined()) {
      Error(DK::NotAVectorAccess, at, {NameOf(region.tensor), "a region has no step"});
      return {};
    }
    ranges.push_back(
        ir::Range(axis.min, axis.extent.defined() ? axis.extent : ir::MakeConst(axis.min->dtype(), 1)));
  }
  return ir::TensorRegion(region.tensor, ranges, SpanAt(at));
}

// ---- stores ----

// The value has been evaluated before its target.
void Elaborator::StoreElement(const SubscriptExpr& target, Value value, const Range& value_at) {
  Value base, key;
  RegionObject region;
  {
    PendingScope waiting(this);
    waiting.Add(&value, Use::Operand, value_at);
    base = EvalByReference(target.value);
    if (base.failed()) return;
    if (auto* tensor = base.Get<TensorValue>()) {
      if (!SubscriptAxes(tensor->var, target.index, target.at, &region)) return;
    } else {
      key = Eval(target.index);
    }
  }
  if (region.tensor.defined()) return StoreAt(region, value, target.at, value_at);
  StoreItem(base, key, value, target.at, target.index->at, value_at);
}

void Elaborator::StoreItem(const Value& base, const Value& key, const Value& value, const Range& at,
                           const Range& key_at, const Range& value_at) {
  if (key.failed() || value.failed()) return;
  if (ListObject* list = base.list()) {
    auto position = ToInteger(key, "the index of a list", key_at);
    if (!position || !MayChange(list->body_id, "this list", at) || !MayHold(base, value, "=", value_at))
      return;
    auto slot = SequenceIndex(*position, list->items.size());
    if (!slot)
      return void(Error(DK::IndexOutOfRange, key_at,
                        {std::to_string(*position), std::to_string(list->items.size())}));
    list->items[*slot] = Stable(value, "item", value_at);
  } else if (DictObject* dict = base.dict()) {
    if (!MayChange(dict->body_id, "this dict", at) || !MayHold(base, value, "=", value_at)) return;
    if (!MayBeKey(key, key_at)) return;
    Value kept = Stable(value, key.str() ? *key.str() : "item", value_at);
    if (Value* old = dict->Find(key)) {
      *old = kept;
    } else {
      dict->items.emplace_back(key, kept);
    }
  } else {
    Error(DK::NotAssignable, at, {DescribeKind(base)});
  }
}

void Elaborator::StoreAt(const RegionObject& region, const Value& value, const Range& at,
                         const Range& value_at) {
  const ir::Var& tensor = region.tensor;
  Array<ir::Expr> indices;
  if (value.failed() || !HasAllIndices(region, at)) return;
  if (std::string problem = VectorIndices(region, &indices); !problem.empty()) {
    Error(DK::NotAVectorAccess, at, {NameOf(tensor), problem});
    return;
  }
  DType element = tensor.tensor_type()->dtype;
  int lanes = indices.empty() ? 1 : indices.back()->dtype().lanes;
  IrValue converted = ConvertTo(value, WithLanes(element, element.lanes * lanes),
                                "an element of `" + NameOf(tensor) + "`", value_at);
  if (!converted.expr.defined()) return;
  Emit(ir::TensorStore(tensor, indices, converted.expr, SpanAt(at)), at);
}

void Elaborator::StoreCell(const ir::Var& cell, const Value& value, const Range& at) {
  IrValue converted = ConvertTo(value, cell.tensor_type()->dtype, "the cell `" + NameOf(cell) + "`", at);
  if (converted.expr.defined()) Emit(ir::TensorStore(cell, {ir::Int32(0)}, converted.expr, SpanAt(at)), at);
}

Value Elaborator::LoadCell(const ir::Var& cell, const Range& at) {
  return IrValue{ir::TensorLoad(cell, {ir::Int32(0)}, SpanAt(at)), 2};
}

// ---- compile-time values ----

Value Elaborator::SubscriptValue(const Value& value, const Value& index, const Range& at) {
  if (value.failed() || index.failed()) return Value();
  if (value.Is<ForeignValue>()) return ForeignOperation(uint8_t(Foreign::GetItem), {value, index}, at);
  if (auto* dtype = value.Get<DType>()) {  // T.float32[4, 4]: the type of a local tensor
    auto spec = std::make_shared<TensorSpec>();
    spec->shape = index;
    spec->shape_at = at;
    spec->dtype = *dtype;
    spec->scope = "local";
    spec->strides = spec->elem_offset = Value::None();
    return std::shared_ptr<const TensorSpec>(std::move(spec));
  }
  if (DictObject* dict = value.dict()) {
    if (Value* found = dict->Find(index)) return *found;
    return Error(DK::KeyNotFound, at, {Repr(index)});
  }
  std::vector<std::string> points;
  if (value.str()) points = CodePoints(*value.str());
  TupleItems range_items;
  const TupleItems* items = value.sequence();
  if (value.Is<std::shared_ptr<const LoopObject>>()) {
    if (!Iterate(value, at, &range_items)) return Value();
    items = &range_items;
  }
  if (auto* pointer = value.expr(); pointer && IsHandle((*pointer)->dtype()))
    return ErrorWithAdvice(DK::NotSubscriptable, at, {DescribeKind(value)},
                           "what lies there is a tensor: `T.decl_tensor(shape, dtype, data=pointer)`");
  if (!items && !value.str()) return Error(DK::NotSubscriptable, at, {DescribeKind(value)});
  size_t size = items ? items->size() : points.size();
  auto item = [&](size_t i) { return items ? (*items)[i] : Value::Str(points[i]); };
  if (auto* slice = index.Get<std::shared_ptr<const SliceObject>>()) {
    auto positions = SlicePositions(**slice, size);
    if (!positions)
      return Error(DK::BadCallArgument, at, {"slice", "bound", "no integer, or a step of 0", "an integer"});
    TupleItems selected;
    std::string text;
    for (size_t i : *positions) items ? selected.push_back(item(i)) : void(text += points[i]);
    if (!items) return Value::Str(std::move(text));
    return value.tuple() ? Value::Tuple(std::move(selected)) : Value::List(std::move(selected), body_id());
  }
  if (index.Is<IrValue>() && !ir::ConstInt(*index.expr()))
    return ErrorWithAdvice(DK::CompileTimeRequired, at,
                           {"the index of a sequence", "integer", DescribeKind(index)},
                           "what the program indexes is a tensor: store the items in one, `T.alloc_local`");
  auto position = ToInteger(index, "the index of a sequence", at);
  if (!position) return Value();
  auto slot = SequenceIndex(*position, size);
  if (!slot) return Error(DK::IndexOutOfRange, at, {std::to_string(*position), std::to_string(size)});
  return item(*slot);
}

}  // namespace tirx::script
