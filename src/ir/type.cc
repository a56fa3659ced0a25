// SPDX-License-Identifier: Apache-2.0
#include "ir/type.h"

#include <mutex>
#include <unordered_map>

#include "ir/expr.h"

namespace tirx::ir {

PrimType::PrimType(DType dtype) {
  static auto* mutex = new std::mutex;
  static auto* shared = new std::unordered_map<uint32_t, ffi::ObjectPtr<PrimTypeNode>>;
  thread_local std::unordered_map<uint32_t, ffi::ObjectPtr<PrimTypeNode>> mine;
  uint32_t key = uint32_t(dtype.code) << 24 | uint32_t(dtype.bits) << 16 | dtype.lanes;
  auto& slot = mine[key];
  if (!slot) {
    std::lock_guard lock(*mutex);
    auto& entry = (*shared)[key];
    if (!entry) {
      entry = ffi::make_object<PrimTypeNode>();
      entry->dtype = dtype;
    }
    slot = entry;
  }
  data_ = slot;
}

PointerType::PointerType(Type element, String scope) {
  auto node = ffi::make_object<PointerTypeNode>();
  node->element = std::move(element);
  node->scope = std::move(scope);
  data_ = std::move(node);
}

TensorType MakeTensorType(DType dtype, Array<Expr> shape, String scope, Array<Expr> strides, Expr elem_offset,
                          int64_t alignment, bool cell) {
  auto node = ffi::make_object<TensorTypeNode>();
  node->dtype = dtype;
  node->shape = std::move(shape);
  node->scope = std::move(scope);
  node->strides = std::move(strides);
  node->elem_offset = std::move(elem_offset);
  node->alignment = alignment;
  node->cell = cell;
  return TensorType(std::move(node));
}

Array<Expr> ShapeOf(const TensorType& type) {
  return RefCast<Array<Expr>>(type->shape);
}
Array<Expr> StridesOf(const TensorType& type) {
  return RefCast<Array<Expr>>(type->strides);
}

DType DTypeOf(const Type& type) {
  if (auto* prim = type.as<PrimTypeNode>()) return prim->dtype;
  return type.as<PointerTypeNode>() ? Handle() : Void();
}

std::string TypeName(const Type& type) {
  if (!type.defined()) return "nothing";
  if (auto* prim = type.as<PrimTypeNode>()) return DTypeName(prim->dtype);
  if (auto* tensor = type.as<TensorTypeNode>()) {
    if (tensor->cell) return DTypeName(tensor->dtype) + " cell";
    return std::to_string(tensor->ndim()) + "-dimensional " + DTypeName(tensor->dtype) + " tensor";
  }
  if (auto* pointer = type.as<PointerTypeNode>()) return "pointer to " + TypeName(pointer->element);
  return "tensor map";
}

}  // namespace tirx::ir
