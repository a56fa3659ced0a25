// SPDX-License-Identifier: Apache-2.0
// Tensors: declarations, elements, whole vectors.
#include "codegen/c_printer.h"
#include "ir/arith.h"
#include "ir/visit.h"

namespace tirx::codegen {

using ir::Expr;
using ir::TensorLoadNode;
using ir::Var;

namespace {

bool IsAllocation(const ir::BindNode& bind) {
  auto* call = bind.value.as<ir::CallNode>();
  return call && call->op_name() == "alloc_tensor";
}

}  // namespace

const FunctionPrinter::Tensor& FunctionPrinter::TensorOf(const Var& var) {
  auto found = tensors_.find(var.get());
  TIRX_CHECK(found != tensors_.end(), "tensor `" + std::string(var->name) + "` is not defined");
  return found->second;
}

CText FunctionPrinter::PointerOf(const Var& var) {
  const Tensor& tensor = TensorOf(var);
  return tensor.cell ? CText{"&" + tensor.pointer.text, kUnary} : tensor.pointer;
}

void FunctionPrinter::DefineTensor(const Var& var, CText pointer, int64_t least_alignment) {
  ir::TensorType type = var.tensor_type();
  facts_.analyzer()->DefineExtents(type);
  int64_t alignment = std::max({type->alignment, least_alignment, StorageBytes(type->dtype)});
  tensors_[var.get()] = {std::move(pointer), type->dtype, std::string(type->scope), alignment, type->cell};
}

// Dynamic shared memory is declared `extern`: one name would be one object for all kernels of the file.
std::string FunctionPrinter::FileUniqueName(std::string_view wish) {
  while (true) {
    std::string name = names_.Fresh(wish);
    if (file_.names.IsTaken(name)) continue;
    return file_.names.Fresh(name);
  }
}

// With the value that is stored first, if one is given.
void FunctionPrinter::DeclareCell(const ir::BindNode& bind, const ir::TensorStoreNode* first) {
  std::string value;
  if (first) {
    if (first->span.defined()) span_ = first->span;
    Prepare({first->value});
    value = " = " + Value(first->value).At(kAssign);
  }
  std::string name = names_.Fresh(View(bind.var->name));
  DefineTensor(bind.var, {name}, 1);
  Line(TypeOf(bind.var.tensor_type()->dtype, bind.span) + " " + name + value + ";");
}

// What the language wants declared elsewhere than the script allocates it.
std::string FunctionPrinter::DeclareAhead(Declared where) {
  std::string parameters;
  if (!is_kernel() || !function_->body.defined()) return parameters;
  ir::WalkStatements(function_->body, [&](const ir::Stmt& stmt) {
    auto* bind = stmt.as<ir::BindNode>();
    auto* type = bind ? bind->var->ty.as<ir::TensorTypeNode>() : nullptr;
    const ScopeRow* row = type && IsAllocation(*bind) ? FindScope(dialect_, View(type->scope)) : nullptr;
    if (!row || row->declared != where) return true;
    if (where == Declared::Parameter) {
      std::string name = names_.Fresh(View(bind->var->name));
      DefineTensor(bind->var, {name}, row->min_alignment);
      parameters += (parameters.empty() ? "" : ", ") + PointerTo(type->dtype, View(type->scope)) + ' ' + name;
    } else {
      Allocate(*bind);
    }
    return true;
  });
  return parameters;
}

void FunctionPrinter::Allocate(const ir::BindNode& bind) {
  if (tensors_.count(bind.var.get())) return;  // declared ahead
  ir::TensorType type = bind.var.tensor_type();
  if (type->cell) return DeclareCell(bind);
  std::string scope(type->scope);
  bool dynamic_shared = scope == "shared.dyn";
  std::string name =
      dynamic_shared ? FileUniqueName(View(bind.var->name)) : names_.Fresh(View(bind.var->name));
  std::string element = TypeOf(type->dtype, bind.span);
  const ScopeRow* row = FindScope(dialect_, scope);
  if (!row || row->declare.empty()) {
    Report(DK::CodegenNoScope, bind.span, dialect_.language, bind.var->name, scope);
    row = &dialect_.scopes[0];
  }
  if (row->declared != Declared::Here && !is_kernel())
    Report(DK::CodegenNotInKernel, bind.span, dialect_.language, scope, bind.var->name);
  int64_t count = 1;
  for (const Expr& extent : ir::ShapeOf(type)) {
    auto constant = ir::ConstInt(extent);
    if (!constant && row->declare.find("{n}") != std::string_view::npos)
      Report(DK::CodegenDynamicExtent, bind.span, bind.var->name, scope);
    count *= constant.value_or(1);
  }
  if (dynamic_shared && std::exchange(has_dynamic_shared_, true))
    Report(DK::CodegenTwoDynamicShared, bind.span, bind.var->name);
  DefineTensor(bind.var, {name}, row->min_alignment);
  std::string alignment = std::to_string(tensors_[bind.var.get()].alignment);
  bool aligned = type->alignment > StorageBytes(type->dtype) || row->min_alignment > 0;
  if (aligned) file_.prelude.Need(dialect_.alignas_needs);
  std::string align_text = aligned ? FillKeys(dialect_.align, {{"{bytes}", alignment}}) : "";
  Line(FillKeys(row->declare, {{"{align}", align_text},
                               {"{bytes}", alignment},
                               {"{T}", element},
                               {"{name}", name},
                               {"{n}", std::to_string(count)}}));
}

// A view of memory. Where it only gives a pointer another name, no text is needed.
void FunctionPrinter::Declare(const ir::BindNode& bind) {
  ir::TensorType type = bind.var.tensor_type();
  const Expr& data = bind.value.as<ir::CallNode>()->args[0];
  CText pointer = Value(data);
  auto* source = data->ty.as<ir::PointerTypeNode>();
  bool read_only = read_only_.count(data.get()) != 0;
  bool same_type = source && ir::DTypeOf(source->element) == type->dtype;
  if (!same_type)
    pointer = {"(" + PointerTo(type->dtype, View(type->scope)) + ")" + pointer.At(kUnary), kUnary};
  if (type->elem_offset.defined()) {
    Expr offset = RefCast<Expr>(type->elem_offset);
    if (ir::ConstInt(offset) != 0)
      pointer = {pointer.At(kAdditive) + " + " + Value(offset).At(kMultiplicative), kAdditive};
  }
  if (pointer.precedence != kPostfix) {
    std::string name = names_.Fresh(View(bind.var->name));
    Line(PointerTo(type->dtype, View(type->scope), read_only) + " " + name + " = " + pointer.At(kAssign) +
         ";");
    pointer = {name};
  }
  // A view of a tensor that was allocated here is as aligned as that is.
  int64_t alignment = 1;
  auto* call = data.as<ir::CallNode>();
  if (call && call->op_name() == "tensor_data_ptr" && !type->elem_offset.defined())
    alignment = TensorOf(RefCast<Var>(call->args[0])).alignment;
  DefineTensor(bind.var, std::move(pointer), alignment);
  tensors_[bind.var.get()].read_only = read_only;
}

CText FunctionPrinter::ElementAt(const Tensor& tensor, const Expr& index) {
  keep_alive_.push_back(index);
  if (tensor.cell) return tensor.pointer;
  return {tensor.pointer.At(kPostfix) + "[" + Value(index).text + "]"};
}

// Of one lane of a vector, or, where `lane` is negative, of all of it.
CText FunctionPrinter::AddressOf(const Expr& element, int lane) {
  auto* load = element.as<TensorLoadNode>();
  TIRX_CHECK(load->indices.size() == 1, "code is generated from flat tensors only");
  CText place = load->dtype().lanes > 1 && lane < 0 ? *WholeVector(TensorOf(load->tensor), load->indices[0])
                                                    : Load(element, lane);
  bool is_cast_pointer = place.text[0] == '*';
  return {is_cast_pointer ? place.text.substr(1) : "&" + place.text, kUnary};
}

CText FunctionPrinter::Load(const Expr& expr, int lane) {
  auto* load = expr.as<TensorLoadNode>();
  TIRX_CHECK(load->indices.size() == 1, "code is generated from flat tensors only");
  const Tensor& tensor = TensorOf(load->tensor);
  CText element = ElementAt(tensor, LaneIndex(load->indices[0], lane));
  if (tensor.dtype.lanes == 1) return element;
  return {element.At(kPostfix) + LaneSuffix(dialect_, tensor.dtype, lane)};
}

Expr FunctionPrinter::LaneIndex(const Expr& index, int lane) {
  if (auto* broadcast = index.as<ir::BroadcastNode>()) return broadcast->value;
  auto* ramp = index.as<ir::RampNode>();
  if (!ramp) return index;
  Expr offset = ramp->stride * ir::MakeConst(ramp->stride->dtype(), lane);
  // x + 1 and a lane further is x + 2.
  auto* sum = ramp->base.as<ir::BinaryNode>();
  if (sum && sum->op == ir::BinaryOp::Add && ir::ConstInt(sum->b) && ir::ConstInt(offset))
    return sum->a + (sum->b + offset);
  return ramp->base + offset;
}

std::optional<CText> FunctionPrinter::WholeVector(const Tensor& tensor, const Expr& index) {
  if (tensor.dtype.lanes > 1) return ElementAt(tensor, index);
  auto* ramp = index.as<ir::RampNode>();
  if (!ramp || ir::ConstInt(ramp->stride) != 1) return std::nullopt;
  DType type = WithLanes(tensor.dtype, int(ramp->lanes));
  int64_t needed = VectorAlignment(type);
  int64_t offset = facts_.Divisor(ramp->base) * StorageBytes(tensor.dtype);
  if (tensor.alignment % needed != 0 || offset % needed != 0) return std::nullopt;
  CText address = tensor.pointer;
  if (ir::ConstInt(ramp->base) != 0)
    address = {address.At(kAdditive) + " + " + Value(ramp->base).At(kMultiplicative), kAdditive};
  return CText{"*(" + PointerTo(type, tensor.scope, tensor.read_only) + ")" + address.At(kPostfix), kUnary};
}

}  // namespace tirx::codegen
