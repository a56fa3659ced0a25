// SPDX-License-Identifier: Apache-2.0
// Host operations: reading and checking packed arguments, device choice, calls of tvm-ffi's global functions.
// The pass `make-packed-api` emits them, codegen/host_bytecode turns each into an instruction of
// runtime/host_ops.def.
//
// A tensor argument is a handle (its DLTensor) between `host.arg_tensor` and `host.tensor_data`. `index`
// counts the arguments, `name` is the parameter's, both for messages.
#include "backend/core/core.h"
#include "diag/suggest.h"
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

constexpr ir::OpParam kIndex{"index", ParamKind::Int};
constexpr ir::OpParam kName{"name", ParamKind::Text};
constexpr ir::OpParam kDType{"dtype", ParamKind::DType};
constexpr ir::OpParam kTensor{"tensor"};

Result<Type> ReturnsInt64(const OpRow&, const Array<Expr>&, const Attrs&, const Span&) {
  return Type(ir::PrimType(Int(64)));
}

// A pointer to elements of attrs["dtype"]; void means an untyped one.
Result<Type> ReturnsPointer(const OpRow&, const Array<Expr>&, const Attrs& attrs, const Span&) {
  auto dtype = ParseDType(View(attrs["dtype"].cast<String>()));
  if (!dtype || IsVoid(*dtype)) return ir::HandleType();
  return Type(ir::PointerType(ir::PrimType(*dtype)));
}

Result<Type> ReturnsTensorMap(const OpRow&, const Array<Expr>&, const Attrs&, const Span&) {
  return Type(ir::TensorMapType::Make());
}

Result<Type> ReturnsRet(const OpRow&, const Array<Expr>&, const Attrs& attrs, const Span& span) {
  if (attrs["function"].cast<String>().empty())
    return Fail(DK::BadAttribute, span,
                {"T.call_packed", "function", "\"\"", "the name of a global function"});
  std::string name(attrs["ret"].cast<String>());
  DType dtype = ParseDType(name).value_or(Void());
  if (IsVoid(dtype)) return ir::VoidType();
  if (IsHandle(dtype)) return ir::HandleType();
  bool number = IsBool(dtype) || IsInteger(dtype) || (IsFloating(dtype) && dtype.bits >= 16);
  if (dtype.lanes == 1 && number) return Type(ir::PrimType(dtype));
  return Fail(
      DK::BadAttribute, span,
      {"T.call_packed", "ret", name, "a bool, an integer, a float of 16 to 64 bits, `handle` or `void`"});
}

// Each axis brings an extent, a stride (not the innermost), a box size and an element stride.
constexpr size_t kMaxMapAxes = 5;

Result<Type> ReturnsEncodedMap(const OpRow& row, const Array<Expr>& args, const Attrs&, const Span& span) {
  if (args.size() % 4 == 0 && args.size() / 4 <= kMaxMapAxes) return Type(ir::TensorMapType::Make());
  return Fail(DK::WrongOperandType, span,
              {"T." + std::string(row.name), "numbers", diag::Counted(args.size() - 1, "number"),
               "for 1 to 5 axes, innermost first, *extents, *strides in bytes but the innermost's, *box, "
               "*element_strides"});
}

// clang-format off
const OpRow kHostOps[] = {
    {.name = "host.arg_count", .params = {{{"count", ParamKind::Int}, {"signature", ParamKind::Text}}}, .type = rule::ReturnsVoid, .effect = Effect::Opaque,
     .doc = "Raises TypeError unless the function got that many arguments; the signature is quoted by every argument error.", .source = "src/runtime/host_ops.def"},
    {.name = "host.arg_scalar", .params = {{kIndex, kName, kDType}}, .type = rule::ReturnsDTypeAttr, .effect = Effect::Opaque,
     .doc = "The integer, bool or float argument; TypeError for another type, ValueError for an integer out of range.", .source = "src/runtime/host_ops.def"},
    {.name = "host.arg_pointer", .params = {{kIndex, kName, kDType}}, .type = ReturnsPointer, .effect = Effect::Opaque,
     .doc = "The pointer argument: None, an opaque pointer, or the data of a tensor.", .source = "src/runtime/host_ops.def"},
    {.name = "host.arg_tensor_map", .params = {{kIndex, kName}}, .type = ReturnsTensorMap, .effect = Effect::Opaque,
     .doc = "The tensor map argument: a pointer to its 128 bytes.", .source = "src/runtime/host_ops.def"},
    {.name = "host.arg_tensor", .params = {{kIndex, kName, kDType, {"ndim", ParamKind::Int}}}, .type = rule::ReturnsHandle, .effect = Effect::Opaque,
     .doc = "The tensor argument; TypeError for another type or dtype, ValueError for NULL or another number of dimensions.", .source = "src/runtime/host_ops.def"},
    {.name = "host.tensor_shape", .params = {{kTensor, {"axis", ParamKind::Int}}}, .type = ReturnsInt64, .effect = Effect::Opaque,
     .doc = "An extent of a tensor argument.", .source = "src/runtime/host_ops.def"},
    {.name = "host.tensor_stride", .params = {{kTensor, {"axis", ParamKind::Int}}}, .type = ReturnsInt64, .effect = Effect::Opaque,
     .doc = "A stride of a tensor argument in elements; that of a row-major tensor where it has none.", .source = "src/runtime/host_ops.def"},
    {.name = "host.tensor_byte_offset", .params = {{kTensor}}, .type = ReturnsInt64, .effect = Effect::Opaque,
     .doc = "The byte offset of a tensor argument.", .source = "src/runtime/host_ops.def"},
    {.name = "host.tensor_device_id", .params = {{kTensor}}, .type = ReturnsInt64, .effect = Effect::Opaque,
     .doc = "The number of the device that a tensor argument lies on.", .source = "src/runtime/host_ops.def"},
    {.name = "host.tensor_data", .params = {{kTensor}}, .type = rule::ReturnsHandle, .effect = Effect::Opaque,
     .doc = "The data pointer of a tensor argument, its byte offset not included.", .source = "src/runtime/host_ops.def"},
    {.name = "host.check_tensor",
     .params = {{kIndex, {"strided", ParamKind::Bool, "", "False"}, {"on_device", ParamKind::Bool, "", "False"}, {"alignment", ParamKind::Int, "", "1"},
                 kTensor, {"device_id"}, {"byte_offset"}, {"expected", ParamKind::Values}}},
     .type = rule::ReturnsVoid, .effect = Effect::Opaque,
     .doc = "Raises ValueError unless shape, strides, offset, device, data and alignment are as expected: extents, then strides if `strided`, else compact.", .source = "src/runtime/host_ops.def"},
    {.name = "host.set_device", .params = {{{"device_id"}}}, .type = rule::ReturnsVoid, .effect = Effect::Opaque,
     .doc = "Launches of this function go to that device.", .source = "src/runtime/host_ops.def"},
    {.name = "call_packed", .params = {{{"function", ParamKind::Text}, {"ret", ParamKind::DType, "", "void"}, {"args", ParamKind::Values}}},
     .type = ReturnsRet, .effect = Effect::Opaque,
     .doc = "Calls a function of tvm-ffi's global registry by name; `ret` is the type of its result, which is dropped without it.", .source = "src/runtime/host_ops.def"},
    {.name = "tensormap_encode_tiled",
     .params = {{{"dtype", ParamKind::DType}, {"format", ParamKind::Text, "own|float32_ftz|tf32|tf32_ftz|16u4_align8b|16u4_align16b|16u6_align16b", "own"}, {"interleave", ParamKind::Text, "none|16B|32B", "none"},
                 {"swizzle", ParamKind::Text, "none|32B|64B|128B|128B_atom_32B|128B_atom_32B_flip_8B|128B_atom_64B", "none"},
                 {"l2_promotion", ParamKind::Text, "none|64B|128B|256B", "none"}, {"oob_fill", ParamKind::Text, "zeros|nan", "zeros"},
                 ir::Operand("address", kHandle), {"numbers", ParamKind::Values, "", "", kInteger32 | kInteger64}}},
     .type = ReturnsEncodedMap, .effect = Effect::Opaque,
     .doc = "A tensor map, to be captured by a kernel: *extents, *strides in bytes (not the innermost's), *box, *element_strides, each innermost first; the host checks the driver's rules.",
     .source = "src/runtime/host_ops.def"},
};
// clang-format on

const ir::OpFamilyRow kFamily{"host", "What host code is lowered to.", kHostOps};

}  // namespace

void RegisterHostOps(Registrar& registrar) {
  registrar.AddFamily(kFamily);
}

}  // namespace tirx::backend
