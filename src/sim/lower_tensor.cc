// SPDX-License-Identifier: Apache-2.0
// Tensors: where they are, and the accesses to their elements. Accesses keep the script's indices, one per
// dimension, so that reports can speak of them.
#include <algorithm>

#include "ir/arith.h"
#include "sim/lower.h"

namespace tirx::sim {

Result<Amount> KernelLowering::AmountOf(const ir::Expr& expr) {
  if (auto constant = ir::ConstInt(expr)) return Amount::Of(*constant);
  TIRX_TRY(Value value, LowerExpr(expr));
  assembler_.SetSite(SpanOf(expr->span));
  value = assembler_.FirstActive(value);  // shapes are the same for all threads
  if (value.type != Type::I64) value = assembler_.Cast(value, Type::I64);
  return Amount::In(value.reg);
}

Status KernelLowering::Describe(TensorPlace& place, const ir::Var& var) {
  place.type = var.tensor_type();
  place.name = std::string(View(var->name));
  const ir::TensorTypeNode& type = *place.type.get();
  const size_t rank = size_t(type.ndim());
  for (size_t k = 0; k < rank; ++k) {
    TIRX_TRY(Amount extent, AmountOf(type.dim(int(k))));
    place.extents.push_back(extent);
  }
  place.strides.resize(rank);
  Amount stride = Amount::Of(1);
  for (size_t k = rank; k-- > 0;) {
    if (!type.strides.empty()) {
      TIRX_TRY(place.strides[k], AmountOf(type.stride(int(k))));
      continue;
    }
    place.strides[k] = stride;
    const Amount extent = place.extents[k];
    if (!stride.dynamic && !extent.dynamic) {
      stride.value *= extent.value;
      continue;
    }
    auto in_register = [&](const Amount& amount) {
      return amount.dynamic ? Value{amount.reg, Type::I64, false, 1}
                            : assembler_.Const(Type::I64, amount.value);
    };
    stride = Amount::In(assembler_.Binary(Op::Mul, in_register(stride), in_register(extent)).reg);
  }
  if (type.elem_offset.defined()) {
    TIRX_TRY(place.offset, AmountOf(RefCast<ir::Expr>(type.elem_offset)));
  }
  return Ok();
}

Result<int64_t> KernelLowering::AllocationBytes(const ir::Var& var) {
  ir::TensorType type = var.tensor_type();
  int64_t elements = 1;
  for (int k = 0; k < type->ndim(); ++k) {
    auto extent = ir::ConstInt(type->dim(k));
    if (!extent)
      return Unsupported("`" + std::string(View(var->name)) + "`: its extents must be constants", var->span);
    elements *= *extent;
    // With strides the last element lies further out; padding is part of the allocation.
    if (!type->strides.empty()) {
      auto stride = ir::ConstInt(type->stride(k));
      if (!stride)
        return Unsupported("`" + std::string(View(var->name)) + "`: its strides must be constants",
                           var->span);
      elements = std::max(elements, *extent * *stride);
    }
  }
  return elements * StorageBytes(type->dtype);
}

// Tensors with strides, or with extents of the launch, are seen flat.
void KernelLowering::Look(const TensorPlace& place) {
  if (!traced_) return;
  SharedLook look{place.name, place.base.reg, place.type->dtype, {}};
  for (int k = 0; k < place.type->ndim() && place.type->strides.empty(); ++k) {
    auto extent = ir::ConstInt(place.type->dim(k));
    if (!extent) {
      look.shape.clear();
      break;
    }
    look.shape.push_back(*extent);
  }
  assembler_.Look(std::move(look));
}

Status KernelLowering::AllocTensor(const ir::BindNode& bind, bool stored_next) {
  TensorPlace place;
  TIRX_RETURN_IF_FAILED(Describe(place, bind.var));
  const std::string scope(View(place.type->scope));
  TIRX_TRY(Type elem, ScalarType(place.type->dtype, bind.span));
  const int cell_bytes = std::min(MemoryBytes(elem), shared_cell_limit_);
  if (scope == "shared.dyn") {  // the launch says how much, and a kernel has one such tensor
    place.base = assembler_.AddDynamicShared(cell_bytes);
    Look(place);
    tensors_[bind.var.get()] = std::move(place);
    return Ok();
  }
  TIRX_TRY(int64_t bytes, AllocationBytes(bind.var));
  if (IsCell(place.type)) {
    place.kind = TensorPlace::Cell;
    place.cell = assembler_.NewValue(elem, uniformity_.IsVarying(bind.var));
    place.checked = !stored_next;
    place.depth = assembler_.depth();
    if (place.checked) {
      place.written = assembler_.NewUniform(Type::U32);
      assembler_.Copy(place.written, assembler_.Const(Type::U32, int64_t(0)));
      assembler_.Copy(place.cell, assembler_.Const(elem, int64_t(0)));
    }
  } else if (scope == "local") {
    place.kind = TensorPlace::Local;
    place.local_base = assembler_.AddLocal(uint32_t(bytes));
  } else if (scope == "shared") {
    place.base = assembler_.AddShared(place.name, uint32_t(bytes), cell_bytes);
    Look(place);
  } else {
    return Unsupported("`" + place.name + "`: an allocation with scope `" + scope + "`", bind.span);
  }
  tensors_[bind.var.get()] = std::move(place);
  return Ok();
}

Status KernelLowering::DeclTensor(const ir::BindNode& bind, const ir::Expr& pointer) {
  TensorPlace place;
  TIRX_RETURN_IF_FAILED(Describe(place, bind.var));
  // A view of local memory: there are no addresses to take, but the place is known.
  auto* call = pointer.as<ir::CallNode>();
  if (call && call->op_name() == "tensor_data_ptr") {
    auto* viewed = call->args[0].as<ir::VarNode>();
    auto found = viewed ? tensors_.find(viewed) : tensors_.end();
    if (found != tensors_.end() && found->second.kind == TensorPlace::Local) {
      place.kind = TensorPlace::Local;
      place.local_base = found->second.local_base;
      tensors_[bind.var.get()] = std::move(place);
      return Ok();
    }
  }
  TIRX_TRY(place.base, LowerExpr(pointer));
  if (pointer.as<ir::VarNode>()) assembler_.NameParam(place.base, place.name);
  tensors_[bind.var.get()] = std::move(place);
  return Ok();
}

Result<const TensorPlace*> KernelLowering::PlaceOf(const ir::Var& tensor, const Span& span) {
  auto found = tensors_.find(tensor.get());
  if (found == tensors_.end())
    return Unsupported("`" + std::string(View(tensor->name)) + "`, which is not declared in the kernel",
                       span);
  return static_cast<const TensorPlace*>(&found->second);
}

Status KernelLowering::AddIndex(Access& access, const TensorPlace& place, size_t k, const ir::Expr& index,
                                bool& vector) {
  auto* ramp = index.as<ir::RampNode>();
  if (ramp) access.lanes = uint8_t(ramp->lanes);
  TIRX_TRY(Value value, LowerIndex(ramp ? ramp->base : index));
  vector |= value.vector;
  access.dims.push_back({value.reg, value.vector, IsWide(value.type), place.extents[k], place.strides[k]});
  return Ok();
}

Result<KernelLowering::Element> KernelLowering::ElementAt(const ir::Var& tensor,
                                                          const Array<ir::Expr>& indices, const Span& span) {
  TIRX_TRY(const TensorPlace* place, PlaceOf(tensor, span));
  TIRX_TRY(Type elem, ScalarType(place->type->dtype, span));
  Access access;
  access.tensor = place->name;
  access.elem = elem;
  access.space = place->kind == TensorPlace::Local ? Space::Local : Space::Memory;
  access.base = place->base.reg;
  access.base_vector = place->base.vector;
  access.local_base = place->local_base;
  access.offset = place->offset;
  if (indices.size() != place->extents.size() || place->kind == TensorPlace::Cell)
    return Unsupported("`" + place->name + "` with " + std::to_string(indices.size()) + " indices", span);
  bool vector = access.base_vector;
  for (size_t k = 0; k < indices.size(); ++k)
    TIRX_RETURN_IF_FAILED(AddIndex(access, *place, k, indices[k], vector));
  const int packed = place->type->dtype.lanes;
  if (packed > 1) {
    if (access.lanes > 1) return Unsupported("a vector of vectors", span);
    for (AccessDim& dim : access.dims) {
      if (dim.stride.dynamic) return Unsupported("a tensor of vectors with a dynamic stride", span);
      dim.stride.value *= packed;
    }
    Value zero = assembler_.Const(Type::I32, int64_t(0));
    access.dims.push_back({zero.reg, false, false, Amount::Of(packed), Amount::Of(1)});
    access.lanes = uint8_t(packed);
    access.packed = true;
  }
  Element element;
  element.lanes = access.lanes;
  element.vector = vector;
  element.access = assembler_.AddAccess(std::move(access));
  return element;
}

Result<Value> KernelLowering::LowerLoad(const ir::TensorLoadNode& load) {
  TIRX_TRY(const TensorPlace* place, PlaceOf(load.tensor, load.span));
  if (place->kind == TensorPlace::Cell) {
    assembler_.SetSite(SpanOf(load.span));
    if (place->checked) assembler_.CheckCell(place->written, place->name);
    return place->cell;
  }
  auto* ramp = load.indices.empty() ? nullptr : load.indices[load.indices.size() - 1].as<ir::RampNode>();
  if (ramp && ir::ConstInt(ramp->stride) != 1) return LoadStrided(load, *ramp);
  TIRX_TRY(Element element, ElementAt(load.tensor, load.indices, load.span));
  assembler_.SetSite(SpanOf(load.span));
  return assembler_.Load(element.access, element.vector);
}

Result<Value> KernelLowering::LoadStrided(const ir::TensorLoadNode& load, const ir::RampNode& ramp) {
  TIRX_TRY(Value all, LowerRamp(ramp));
  std::vector<Value> parts;
  for (int i = 0; i < all.lanes; ++i) {
    ir::Var component("component", ramp.base->ty, load.span);
    values_[component.get()] = all.Component(i);
    Array<ir::Expr> indices = load.indices;
    indices.Set(int64_t(indices.size()) - 1, component);
    TIRX_TRY(Element element, ElementAt(load.tensor, indices, load.span));
    assembler_.SetSite(SpanOf(load.span));
    parts.push_back(assembler_.Load(element.access, element.vector));
    values_.erase(component.get());
    memo_.erase(component.get());
  }
  Value result = assembler_.NewValue(parts[0].type, parts[0].vector, int(parts.size()));
  for (int i = 0; i < result.lanes; ++i) assembler_.Copy(result.Component(i), parts[size_t(i)]);
  return result;
}

Status KernelLowering::StoreStrided(const ir::TensorStoreNode& store, const ir::RampNode& ramp,
                                    const Value& value) {
  TIRX_TRY(Value all, LowerRamp(ramp));
  for (int i = 0; i < all.lanes; ++i) {
    ir::Var component("component", ramp.base->ty, store.span);
    values_[component.get()] = all.Component(i);
    Array<ir::Expr> indices = store.indices;
    indices.Set(int64_t(indices.size()) - 1, component);
    TIRX_TRY(Element element, ElementAt(store.tensor, indices, store.span));
    assembler_.SetSite(statement_span_);
    assembler_.Store(element.access, value.lanes == 1 ? value : value.Component(i));
    values_.erase(component.get());
    memo_.erase(component.get());
  }
  return Ok();
}

Result<Value> KernelLowering::ElementAddress(const ir::Var& tensor, const Array<ir::Expr>& indices,
                                             const Span& span) {
  TIRX_TRY(const TensorPlace* place, PlaceOf(tensor, span));
  if (place->kind != TensorPlace::Memory)
    return Unsupported("the address of `" + place->name + "`, which is a thread's own", span);
  TIRX_TRY(Element element, ElementAt(tensor, indices, span));
  assembler_.SetSite(SpanOf(span));
  return assembler_.Address(element.access, element.vector);
}

// The addresses of the components of a vector at `first`.
Value KernelLowering::ComponentAddresses(const Value& first, DType vector) {
  Value result = assembler_.NewValue(first.type, first.vector, vector.lanes);
  const int64_t bytes = StorageBytes(ScalarOf(vector));
  for (int i = 0; i < vector.lanes; ++i)
    assembler_.Copy(result.Component(i),
                    assembler_.Binary(Op::Add, first, assembler_.Const(first.type, i * bytes)));
  return result;
}

// The addresses of the elements that a vector access reads.
Result<Value> KernelLowering::ElementAddresses(const ir::TensorLoadNode& load) {
  const int64_t last = int64_t(load.indices.size()) - 1;
  auto* ramp = load.indices[last].as<ir::RampNode>();
  if (!ramp) {
    TIRX_TRY(Value first, ElementAddress(load.tensor, load.indices, load.span));
    return ComponentAddresses(first, load.dtype());
  }
  TIRX_TRY(Value all, LowerRamp(*ramp));
  Value result;
  for (int i = 0; i < all.lanes; ++i) {
    ir::Var component("component", ramp->base->ty, load.span);
    values_[component.get()] = all.Component(i);
    Array<ir::Expr> indices = load.indices;
    indices.Set(last, component);
    TIRX_TRY(Value address, ElementAddress(load.tensor, indices, load.span));
    if (i == 0) result = assembler_.NewValue(address.type, address.vector, all.lanes);
    assembler_.Copy(result.Component(i), address);
    values_.erase(component.get());
    memo_.erase(component.get());
  }
  return result;
}

Result<Value> KernelLowering::RegionAddress(const ir::TensorRegionNode& region) {
  Array<ir::Expr> first;
  for (size_t k = 0; k < region.ranges.size(); ++k) first.push_back(region.ranges[k]->min);
  return ElementAddress(region.tensor, first, region.span);
}

}  // namespace tirx::sim
