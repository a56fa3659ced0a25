// SPDX-License-Identifier: Apache-2.0
// Memory and control operations that every stage of the IR uses.
#include "backend/core/core.h"
#include "ir/arith.h"
#include "ir/op.h"

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
  if (!tensor)
    return Fail(DK::WrongOperandType, span, {row.name, "tensor", ir::TypeName(args[0]->ty), "a tensor"});
  return Type(ir::PointerType(ir::PrimType(tensor->dtype), tensor->scope));
}

Result<Type> LazySelect(const OpRow& row, const Array<Expr>& args, const Attrs&, const Span& span) {
  if (!IsBool(args[0]->dtype()))
    return Fail(DK::WrongOperandType, span, {row.name, "condition", ir::TypeName(args[0]->ty), "a bool"});
  if (args[1]->dtype() != args[2]->dtype())
    return Fail(DK::TypeMismatch, span,
                {"`T.if_then_else`", ir::TypeName(args[1]->ty), ir::TypeName(args[2]->ty)});
  return args[1]->ty;
}

Result<Type> SameWidth(const OpRow& row, const Array<Expr>& args, const Attrs& attrs, const Span& span) {
  TIRX_TRY(Type to, rule::ReturnsDTypeAttr(row, args, attrs, span));
  DType from = args[0]->dtype(), target = ir::DTypeOf(to);
  if (from.bits * from.lanes != target.bits * target.lanes)
    return Fail(DK::WrongOperandType, span,
                {"`T.reinterpret`", "value", ir::TypeName(args[0]->ty),
                 std::to_string(target.bits * target.lanes) + " bits wide like " + DTypeName(target)});
  return to;
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
    {.name = "if_then_else", .params = {{{"condition"}, {"then_value"}, {"else_value"}}}, .type = LazySelect,
     .doc = "One of the two values; only that one is evaluated.", .source = "ISO C 6.5.15"},
    {.name = "reinterpret", .params = {{{"dtype", ParamKind::DType}, {"value"}}}, .type = SameWidth,
     .doc = "The same bits as another type.", .source = "ISO C++ 26.5.3, std::bit_cast"},
};
// clang-format on

const ir::OpFamilyRow kFamily{"memory", "Tensors, lazy selection, bits.", kMemoryOps};

}  // namespace

void RegisterMemoryOps(Registrar& registrar) {
  registrar.AddFamily(kFamily);
}

}  // namespace tirx::backend
