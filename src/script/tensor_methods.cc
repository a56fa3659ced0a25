// SPDX-License-Identifier: Apache-2.0
// Methods of tensors: addresses of elements, views of the same memory, vector accesses.
#include "diag/suggest.h"
#include "ir/arith.h"
#include "ir/op.h"
#include "ir/strides.h"
#include "script/elaborator.h"

namespace tirx::script {
namespace {

const ir::Var& TensorOf(const Bound& b) {
  return b.self.Get<TensorValue>()->var;
}

Value Call(Elaborator& e, std::string_view op, Array<ir::Expr> args, Attrs attrs, const Range& at) {
  const ir::OpRow* row = ir::FindOp(op);
  TIRX_CHECK(row, "the core operation " + std::string(op) + " is not registered");
  return e.Make(ir::MakeCall(*row, std::move(args), std::move(attrs), e.SpanAt(at)), 2, at);
}

// `a op b` of integers, in the wider of their types; undefined after an error.
ir::Expr Mixed(Elaborator& e, ir::BinaryOp op, const ir::Expr& a, const ir::Expr& b, const Range& at) {
  if (!a.defined() || !b.defined()) return {};
  auto type = ir::MixedType(a->dtype(), b->dtype());
  if (type) return ir::FoldBinary(op, ir::WidenTo(a, *type), ir::WidenTo(b, *type), e.SpanAt(at));
  e.Error(DK::TypeMismatch, at, {"the index", ir::TypeName(a->ty), ir::TypeName(b->ty)});
  return {};
}

// `i` or `[i, j]`, one for each dimension.
std::optional<Array<ir::Expr>> Indices(Elaborator& e, const Bound& b, size_t place) {
  const ir::Var& tensor = TensorOf(b);
  TupleItems one{b[place]};
  const TupleItems* items = b[place].sequence();
  if (!items) items = &one;
  if (items->size() != size_t(tensor.tensor_type()->ndim())) {
    e.Error(DK::WrongIndexCount, b.ats[place],
            {View(tensor->name), diag::Counted(size_t(tensor.tensor_type()->ndim()), "dimension"),
             std::to_string(items->size())});
    return std::nullopt;
  }
  Array<ir::Expr> indices;
  for (const Value& item : *items) {
    if (auto number = item.integer(); number && *number < 0) {
      e.Error(DK::NegativeIndex, b.ats[place], {std::to_string(*number)});
      return std::nullopt;
    }
    ir::Expr index = e.ToIr(item, b.ats[place]).expr;
    if (!index.defined()) return std::nullopt;
    if (!IsInteger(index->dtype()) || index->dtype().lanes != 1) {
      e.Error(DK::BadCallArgument, b.ats[place], {b.callee, "indices", ir::TypeName(index->ty), "integers"});
      return std::nullopt;
    }
    indices.push_back(index);
  }
  return indices;
}

ir::Expr OffsetOf(Elaborator& e, const ir::TensorType& type, const Array<ir::Expr>& indices,
                  const Range& at) {
  ir::Expr sum = type->elem_offset.defined() ? RefCast<ir::Expr>(type->elem_offset) : ir::Int32(0);
  Array<ir::Expr> strides = ir::EffectiveStrides(type);
  for (size_t k = 0; k < indices.size(); ++k)
    sum = Mixed(e, ir::BinaryOp::Add, sum, Mixed(e, ir::BinaryOp::Mul, indices[k], strides[k], at), at);
  return sum;
}

// Elements to bytes; elements of less than a byte are packed.
ir::Expr BytesOf(const ir::Expr& elements, DType dtype) {
  int64_t bits = int64_t(dtype.bits) * dtype.lanes;
  if (bits % 8 == 0) return elements * ir::MakeConst(elements->dtype(), bits / 8);
  return ir::FloorDiv(elements * ir::MakeConst(elements->dtype(), bits), ir::MakeConst(elements->dtype(), 8));
}

Value ElemOffsetOf(Elaborator& e, const Bound& b) {
  auto indices = Indices(e, b, 0);
  ir::Expr offset = indices ? OffsetOf(e, TensorOf(b).tensor_type(), *indices, b.at) : ir::Expr();
  return offset.defined() ? Value(IrValue{offset, 3}) : Value();
}

Value ByteOffsetOf(Elaborator& e, const Bound& b) {
  auto indices = Indices(e, b, 0);
  ir::TensorType type = TensorOf(b).tensor_type();
  ir::Expr offset = indices ? OffsetOf(e, type, *indices, b.at) : ir::Expr();
  return offset.defined() ? Value(IrValue{BytesOf(offset, type->dtype), 4}) : Value();
}

Value PtrTo(Elaborator& e, const Bound& b) {
  auto indices = Indices(e, b, 0);
  if (!indices) return Value();
  return Call(e, "address_of", {ir::TensorLoad(TensorOf(b), *indices, e.SpanAt(b.at))}, {}, b.at);
}

// A pointer to the element `offset` after the tensor's first. What is done there, "r", "w" or "rw", is only
// checked: nothing depends on it.
Value AccessPtr(Elaborator& e, const Bound& b) {
  ir::TensorType type = TensorOf(b).tensor_type();
  auto access = e.ToText(b[0], "the access", b.ats[0]);
  if (!access) return Value();
  if (*access != "r" && *access != "w" && *access != "rw")
    return e.Error(DK::BadCallArgument, b.ats[0], {b.callee, "access", *access, "\"r\", \"w\" or \"rw\""});
  ir::Expr offset = b.Has(1) ? e.ToIr(b[1], b.ats[1]).expr : ir::Int32(0);
  if (!offset.defined()) return Value();
  if (!IsInteger(offset->dtype()))
    return e.Error(DK::BadCallArgument, b.ats[1],
                   {b.callee, "offset", ir::TypeName(offset->ty), "an integer"});
  if (type->elem_offset.defined())
    offset = Mixed(e, ir::BinaryOp::Add, RefCast<ir::Expr>(type->elem_offset), offset, b.at);
  Value data = Call(e, "tensor_data_ptr", {TensorOf(b)}, {}, b.at);
  if (!offset.defined() || data.failed()) return Value();
  if (ir::ConstInt(offset) == 0) return data;
  return Call(e, "ptr_byte_offset", {*data.expr(), BytesOf(offset, type->dtype)},
              {{"dtype", String(DTypeName(type->dtype))}}, b.at);
}

// ---- views ----

Value NoView(Elaborator& e, const Bound& b, std::string_view why) {
  return e.Error(DK::BadView, b.at, {View(TensorOf(b)->name), why});
}

bool IsCompact(const ir::TensorType& type) {
  if (type->strides.empty()) return true;
  int64_t size = 1;
  for (int k = type->ndim(); k-- > 0;) {
    auto stride = ir::ConstInt(type->stride(k)), extent = ir::ConstInt(type->dim(k));
    if (!stride || !extent || (*extent != 1 && *stride != size)) return false;
    size *= *extent;
  }
  return true;
}

// The shape with the extent that `-1` stands for.
std::optional<Array<ir::Expr>> ShapeOfView(Elaborator& e, const Bound& b, const Array<ir::Expr>& old) {
  ir::Expr total = ir::Int32(1), known = ir::Int32(1);
  for (const ir::Expr& extent : old) total = Mixed(e, ir::BinaryOp::Mul, total, extent, b.at);
  Array<ir::Expr> shape;
  std::optional<size_t> open;
  for (size_t i = 0; i < b.rest.size(); ++i) {
    if (b.rest[i].integer() == -1) {
      if (open) {
        NoView(e, b, "only one extent can be -1, which is what the others leave");
        return std::nullopt;
      }
      open = i;
      shape.push_back(ir::Int32(1));
      continue;
    }
    auto extents = e.ToExtents(b.rest[i], b.rest_at[i]);
    if (!extents) return std::nullopt;
    for (const IrValue& extent : *extents) {
      shape.push_back(extent.expr);
      known = Mixed(e, ir::BinaryOp::Mul, known, extent.expr, b.at);
    }
  }
  if (!total.defined() || !known.defined()) return std::nullopt;
  auto have = ir::ConstInt(total), want = ir::ConstInt(known);
  bool fits = !have || !want || (open ? *want > 0 && *have % *want == 0 : *have == *want);
  if (!fits) {
    NoView(e, b, "it has " + std::to_string(*have) + " elements, the shape " + std::to_string(*want));
    return std::nullopt;
  }
  if (open) shape.Set(int64_t(*open), Mixed(e, ir::BinaryOp::FloorDiv, total, known, b.at));
  return shape;
}

// The amount of elements of `from` as elements of `to`; undefined when it is no whole number of them.
ir::Expr Rescaled(const ir::Expr& amount, DType from, DType to) {
  int64_t a = int64_t(from.bits) * from.lanes, b = int64_t(to.bits) * to.lanes;
  if (a % b == 0) return amount * ir::MakeConst(amount->dtype(), a / b);
  auto constant = ir::ConstInt(amount);
  if (!constant || *constant * a % b != 0) return {};
  return ir::MakeConst(amount->dtype(), *constant * a / b);
}

std::optional<DType> DTypeOfView(Elaborator& e, const Bound& b) {
  if (b.Has(0)) return e.ToDType(b[0], b.ats[0]);
  if (b.rest.size() == 1 && (b.rest[0].str() || b.rest[0].Is<DType>()))
    return e.ToDType(b.rest[0], b.rest_at[0]);
  return TensorOf(b).tensor_type()->dtype;
}

// A.view(16, 8), A.view(-1, 8), A.view("float16"): the same memory in another shape or element type.
Value ViewAs(Elaborator& e, const Bound& b) {
  ir::TensorType type = TensorOf(b).tensor_type();
  std::string name = e.name_hint().empty() ? std::string(TensorOf(b)->name) + "_view" : e.name_hint();
  auto dtype = DTypeOfView(e, b);
  if (!dtype) return Value();
  if (!IsCompact(type)) return NoView(e, b, "its strides leave gaps or change the order");
  Array<ir::Expr> shape = ir::ShapeOf(type);
  ir::Expr offset = type->elem_offset.defined() ? RefCast<ir::Expr>(type->elem_offset) : ir::Expr();
  if (*dtype != type->dtype) {
    if (shape.empty()) return NoView(e, b, "a tensor without dimensions keeps its element type");
    ir::Expr last = Rescaled(shape[shape.size() - 1], type->dtype, *dtype);
    if (offset.defined()) offset = Rescaled(offset, type->dtype, *dtype);
    if (!last.defined() || (type->elem_offset.defined() && !offset.defined()))
      return NoView(e, b, "its last extent is no whole number of " + DTypeName(*dtype));
    shape.Set(int64_t(shape.size()) - 1, last);
  }
  bool only_dtype = b.rest.size() == 1 && (b.rest[0].str() || b.rest[0].Is<DType>());
  if (!b.rest.empty() && !only_dtype) {
    auto given = ShapeOfView(e, b, shape);
    if (!given) return Value();
    shape = *given;
  }
  Value data = Call(e, "tensor_data_ptr", {TensorOf(b)}, {}, b.at);
  if (data.failed() || !e.CanEmit(b.at)) return Value();
  e.builder()->SetSpan(e.SpanAt(b.at));
  return TensorValue{e.builder()->Decl(
      name, ir::MakeTensorType(*dtype, shape, type->scope, {}, offset, type->alignment), *data.expr())};
}

// ---- vector accesses ----

// The indices of `lanes` elements from the given one on.
std::optional<Array<ir::Expr>> VectorAt(Elaborator& e, const Bound& b, int lanes) {
  auto indices = Indices(e, b, 0);
  if (!indices || lanes == 1) return indices;
  if (indices->empty()) {
    e.Error(DK::NotAVectorAccess, b.at, {View(TensorOf(b)->name), "it has no dimensions"});
    return std::nullopt;
  }
  const ir::Expr last = (*indices)[indices->size() - 1];
  indices->Set(int64_t(indices->size()) - 1, ir::Ramp(last, ir::MakeConst(last->dtype(), 1), lanes));
  return indices;
}

Value VLoad(Elaborator& e, const Bound& b) {
  DType element = TensorOf(b).tensor_type()->dtype;
  auto dtype = b.Has(1) ? e.ToDType(b[1], b.ats[1]) : std::optional<DType>(element);
  if (!dtype) return Value();
  if (ScalarOf(*dtype) != element)
    return e.Error(DK::BadCallArgument, b.ats[1],
                   {b.callee, "dtype", DTypeName(*dtype), "a vector of " + DTypeName(element)});
  auto indices = VectorAt(e, b, dtype->lanes);
  if (!indices) return Value();
  return e.Make(ir::Expr(ir::TensorLoad(TensorOf(b), *indices, e.SpanAt(b.at))), 2, b.at);
}

Value VStore(Elaborator& e, const Bound& b) {
  const ir::Var& tensor = TensorOf(b);
  auto* typed = b[1].expr();
  int lanes = typed ? (*typed)->dtype().lanes : 1;
  auto indices = VectorAt(e, b, lanes);
  if (!indices) return Value();
  IrValue value = e.ConvertTo(b[1], WithLanes(tensor.tensor_type()->dtype, lanes),
                              "an element of `" + std::string(tensor->name) + "`", b.ats[1]);
  if (!value.expr.defined()) return Value();
  if (!b.Has(2)) {
    e.Emit(ir::TensorStore(tensor, *indices, value.expr, e.SpanAt(b.at)), b.at);
    return Value::None();
  }
  ir::Expr mask = e.ToCondition(b[2], b.ats[2]);
  if (!mask.defined()) return Value();
  ir::Expr element = ir::TensorLoad(tensor, *indices, e.SpanAt(b.at));
  return Call(e, "masked_store", {element, value.expr, mask}, {}, b.at);
}

// clang-format off
const Form kMethods[] = {
    {"ptr_to", "indices", PtrTo, "The address of an element."},
    {"access_ptr", "access, offset=, extent=", AccessPtr, "The address of the element `offset` after the first."},
    {"elem_offset_of", "indices", ElemOffsetOf, "How many elements lie between the data pointer and an element."},
    {"byte_offset_of", "indices", ByteOffsetOf, "The same in bytes."},
    {"view", "*shape, dtype=", ViewAs, "The same memory in another shape or element type."},
    {"vload", "indices, dtype=", VLoad, "The vector that begins at an element."},
    {"vstore", "indices, value, predicate=", VStore, "Stores a vector from an element on, where the predicate holds."},
};
// clang-format on

}  // namespace

const Form* FindTensorMethod(std::string_view name) {
  for (const Form& form : kMethods)
    if (form.name == name) return &form;
  return nullptr;
}

std::vector<std::string_view> TensorMethodNames() {
  std::vector<std::string_view> names;
  for (const Form& form : kMethods) names.push_back(form.name);
  return names;
}

}  // namespace tirx::script
