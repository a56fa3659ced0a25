// SPDX-License-Identifier: Apache-2.0
// Memory and control operations that every stage of the IR uses.
#include <algorithm>

#include "backend/core/core.h"
#include "ir/arith.h"
#include "ir/op.h"
#include "sim/ops/semantics.h"

namespace tirx::backend {
namespace {

using ir::Effect;
using ir::Expr;
using ir::OpRow;
using ir::ParamKind;
using ir::Type;
namespace rule = ir::rule;

// The tensor's element type and scope, as a pointer.
Result<Type> PointerToTensor(const OpRow& row, const Array<Expr>& args, const Attrs&, const Span& span) {
  auto* tensor = args[0]->ty.as<ir::TensorTypeNode>();
  if (!tensor) return ir::WrongOperand(row, args, 0, "a tensor", span);
  return Type(ir::PointerType(ir::PrimType(tensor->dtype), tensor->scope));
}

// An element, A[i, j], which is not read; or a tensor map parameter.
Result<Type> AddressOf(const OpRow& row, const Array<Expr>& args, const Attrs&, const Span& span) {
  if (auto* load = args[0].as<ir::TensorLoadNode>();
      load && args[0]->dtype().lanes == load->tensor.tensor_type()->dtype.lanes)
    return Type(ir::PointerType(ir::PrimType(args[0]->dtype()), load->tensor.tensor_type()->scope));
  if (args[0].as<ir::VarNode>() && args[0]->ty.as<ir::TensorMapTypeNode>()) return ir::HandleType();
  return ir::WrongOperand(row, args, 0, "an element of a tensor, A[i], or a tensor map", span);
}

// Of attrs["dtype"], numbers and bools.
Result<Type> AnyNumber(const OpRow& row, const Array<Expr>& args, const Attrs& attrs, const Span& span) {
  TIRX_TRY(Type type, rule::ReturnsDTypeAttr(row, args, attrs, span));
  DType t = ir::DTypeOf(type);
  if (SetOf(t) & (kBool | kNumber)) return type;
  return Fail(DK::BadAttribute, span, {"T.undef", "dtype", DTypeName(t), "a type of numbers or bool"});
}

Result<Type> OfPointer(const OpRow& row, const Array<Expr>& args, const Attrs&, const Span& span) {
  if (!IsHandle(args[0]->dtype())) return ir::WrongOperand(row, args, 0, "a pointer", span);
  return Type(ir::PrimType(Bool()));
}

// The same scope, elements of attrs["dtype"].
Result<Type> OffsetPointer(const OpRow& row, const Array<Expr>& args, const Attrs& attrs, const Span& span) {
  if (!IsHandle(args[0]->dtype())) return ir::WrongOperand(row, args, 0, "a pointer", span);
  if (!IsInteger(args[1]->dtype()) || args[1]->dtype().lanes != 1)
    return ir::WrongOperand(row, args, 1, "an integer", span);
  auto* pointer = args[0]->ty.as<ir::PointerTypeNode>();
  auto dtype = ParseDType(View(attrs["dtype"].cast<String>()));
  return Type(
      ir::PointerType(ir::PrimType(dtype.value_or(Void())), pointer ? pointer->scope : String("global")));
}

Result<Type> LazySelect(const OpRow& row, const Array<Expr>& args, const Attrs&, const Span& span) {
  if (!IsBool(args[0]->dtype())) return ir::WrongOperand(row, args, 0, "a bool", span);
  if (args[1]->dtype() != args[2]->dtype())
    return Fail(DK::TypeMismatch, span,
                {"`T.if_then_else`", ir::TypeName(args[1]->ty), ir::TypeName(args[2]->ty)});
  return args[1]->ty;
}

// Scalars smaller than a byte stand in the low bits of one.
int BitsOf(DType t) {
  return t.lanes == 1 ? std::max<int>(t.bits, 8) : t.bits * t.lanes;
}

Result<Type> SameWidth(const OpRow& row, const Array<Expr>& args, const Attrs& attrs, const Span& span) {
  TIRX_TRY(Type to, rule::ReturnsDTypeAttr(row, args, attrs, span));
  DType from = args[0]->dtype(), target = ir::DTypeOf(to);
  if (BitsOf(from) != BitsOf(target))
    return ir::WrongOperand(row, args, 0,
                            std::to_string(BitsOf(target)) + " bits wide like " + DTypeName(target), span);
  return to;
}

// The element's type, which `other` has too; the mask is one bool, for all lanes of a vector.
Result<Type> Masked(const OpRow& row, const Array<Expr>& args, size_t mask, size_t other, const Span& span) {
  DType element = *ir::ElementDType(args[0]);
  if (args[mask]->dtype() != Bool()) return ir::WrongOperand(row, args, mask, "one bool", span);
  if (args[other]->dtype() != element)
    return ir::WrongOperand(row, args, other, DTypeName(element) + " like the element", span);
  return Type(ir::PrimType(element));
}
Result<Type> MaskedLoad(const OpRow& row, const Array<Expr>& args, const Attrs&, const Span& span) {
  return Masked(row, args, 1, 2, span);
}
Result<Type> MaskedStore(const OpRow& row, const Array<Expr>& args, const Attrs&, const Span& span) {
  TIRX_RETURN_IF_FAILED(Masked(row, args, 2, 1, span));
  return ir::VoidType();
}

// clang-format off
const OpRow kMemoryOps[] = {
    // The type of these two is the tensor's own, given by whoever builds the call: the printer and the verifier know.
    {.name = "alloc_tensor", .type = rule::ReturnsVoid, .effect = Effect::Opaque,
     .doc = "Storage for the bound tensor until the end of the enclosing sequence.", .source = "docs/ir_stages.md"},
    {.name = "decl_tensor", .params = {{{"data"}}}, .type = rule::ReturnsVoid, .effect = Effect::Pure,
     .doc = "The bound tensor is a view of the memory at `data`.", .source = "docs/ir_stages.md"},
    {.name = "tensor_data_ptr", .params = {{{"tensor", ParamKind::Tensor}}}, .type = PointerToTensor,
     .doc = "The address of the tensor's first element, its offset not included.", .source = "docs/ir_stages.md"},
    {.name = "address_of", .params = {{{"element"}}}, .type = AddressOf,
     .doc = "The address of an element, which is not read, or of a tensor map.", .source = "ISO C 6.5.3.2"},
    {.name = "ptr_byte_offset", .params = {{{"pointer"}, {"bytes"}, {"dtype", ParamKind::DType}}}, .type = OffsetPointer,
     .doc = "The pointer `bytes` further on, to elements of `dtype`.", .source = "ISO C 6.5.6"},
    {.name = "isnullptr", .params = {{{"pointer"}}}, .type = OfPointer, .sim = sim::IsNull,
     .doc = "Whether the pointer is null.", .source = "ISO C 6.3.2.3"},
    {.name = "masked_load", .params = {{ir::Element("element", kAnyType), {"mask"}, {"fallback"}}}, .type = MaskedLoad, .effect = Effect::Read,
     .doc = "The element, or a vector of them, where the mask holds; elsewhere `fallback`, and nothing is read.", .source = "docs/language.md: Operations"},
    {.name = "masked_store", .params = {{ir::Element("element", kAnyType), {"value"}, {"mask"}}}, .type = MaskedStore, .effect = Effect::Update,
     .doc = "Stores to the element, or to a vector of them, where the mask holds.", .source = "docs/language.md: Operations"},
    {.name = "if_then_else", .params = {{{"condition"}, {"then_value"}, {"else_value"}}}, .type = LazySelect,
     .doc = "One of the two values; only that one is evaluated.", .source = "ISO C 6.5.15"},
    {.name = "likely", .params = {{ir::Operand("condition", kBool)}}, .type = rule::ReturnsBool, .sim = sim::Same,
     .doc = "The condition, which mostly holds.", .source = "GCC manual, Other Builtins: __builtin_expect"},
    {.name = "assume", .params = {{ir::Operand("condition", kBool)}}, .type = rule::ReturnsVoid, .effect = Effect::Opaque, .sim = sim::Assume,
     .doc = "A promise to the compiler of the kernel; where it is broken, anything may happen.", .source = "Clang Language Extensions: __builtin_assume"},
    {.name = "prefetch", .params = {{ir::Element("element", kAnyType)}}, .type = rule::ReturnsVoid, .effect = Effect::Opaque, .sim = sim::Hint,
     .doc = "Says that the element will be read; nothing is read now.", .source = "GCC manual, Other Builtins: __builtin_prefetch"},
    {.name = "undef", .params = {{{"dtype", ParamKind::DType, "", "int32"}}}, .type = AnyNumber, .sim = sim::Undefined,
     .doc = "Some value, the same wherever it is used; nothing may depend on which.", .source = "LLVM Language Reference, freeze of an undefined value"},
    {.name = "reinterpret", .params = {{{"dtype", ParamKind::DType}, {"value"}}}, .type = SameWidth,
     .doc = "The same bits as another type; a type below 8 bits is the low ones of a byte.", .source = "ISO C++ 26.5.3, std::bit_cast"},
};
// clang-format on

const ir::OpFamilyRow kFamily{"memory", "Tensors, lazy selection, bits.", kMemoryOps};

}  // namespace

void RegisterMemoryOps(Registrar& registrar) {
  registrar.AddFamily(kFamily);
}

}  // namespace tirx::backend
