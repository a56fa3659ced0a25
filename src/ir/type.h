// SPDX-License-Identifier: Apache-2.0
// Types: what an expression's value is.
#pragma once

#include "base/dtype.h"
#include "base/span.h"

namespace tirx::ir {

struct TypeNode : Object {
  TIRX_FIELDS((void)f)
  TIRX_BASE_NODE(TypeNode, "tirx.ir.Type", Object);
};
struct Type : ObjectRef {
  TVM_FFI_DEFINE_OBJECT_REF_METHODS_NULLABLE(Type, ObjectRef, TypeNode);
};

// A scalar, or a vector of `dtype.lanes` elements.
struct PrimTypeNode : TypeNode {
  DLDataType dtype = Void();
  TIRX_FIELDS(f("dtype", &PrimTypeNode::dtype))
  TIRX_NODE(PrimType, PrimTypeNode, "tirx.ir.PrimType", Type, TypeNode)
  // One shared object per dtype: comparing two types is usually comparing two pointers.
  explicit PrimType(DType dtype);
};

// A pointer to elements in a storage scope; an element type of void is an untyped pointer.
struct PointerTypeNode : TypeNode {
  Type element;
  String scope;  // "global", "shared", "shared.dyn", "local"
  TIRX_FIELDS(f("element", &PointerTypeNode::element); f("scope", &PointerTypeNode::scope))
  TIRX_NODE(PointerType, PointerTypeNode, "tirx.ir.PointerType", Type, TypeNode)
  PointerType(Type element, String scope = "global");
};

struct Expr;

// A tensor. The element at index i lies at element offset `elem_offset + sum_k i[k] * strides[k]` from its
// data pointer; no strides means row-major. Shape, strides and offset are integer expressions.
struct TensorTypeNode : TypeNode {
  DLDataType dtype = Void();
  String scope = "global";
  Array<ObjectRef> shape = NoItems<ObjectRef>();    // of Expr
  Array<ObjectRef> strides = NoItems<ObjectRef>();  // of Expr; empty: row-major
  ObjectRef elem_offset;                            // Expr; undefined: 0
  int64_t alignment = 0;  // bytes that the data pointer is a multiple of; 0: the element size
  bool cell = false;      // a mutable scalar of the script: `x: T.int32 = e`
  TIRX_FIELDS(f("dtype", &TensorTypeNode::dtype); f("scope", &TensorTypeNode::scope);
              f("shape", &TensorTypeNode::shape); f("strides", &TensorTypeNode::strides);
              f("elem_offset", &TensorTypeNode::elem_offset); f("alignment", &TensorTypeNode::alignment);
              f("cell", &TensorTypeNode::cell))
  int ndim() const { return int(shape.size()); }
  Expr dim(int k) const;     // defined in expr.h
  Expr stride(int k) const;  // the declared one; strides must not be empty
  TIRX_NODE(TensorType, TensorTypeNode, "tirx.ir.TensorType", Type, TypeNode)
};

// The 128-byte tensor map of a bulk copy engine, passed by value.
struct TensorMapTypeNode : TypeNode {
  TIRX_FIELDS((void)f)
  TIRX_NODE(TensorMapType, TensorMapTypeNode, "tirx.ir.TensorMapType", Type, TypeNode)
  static TensorMapType Make() { return TensorMapType(ffi::make_object<TensorMapTypeNode>()); }
};

inline Type VoidType() {
  return PrimType(Void());
}
inline Type HandleType() {
  return PrimType(Handle());
}

// The dtype of a scalar, vector or pointer value (a pointer is a handle); void for tensors and tensor maps.
DType DTypeOf(const Type& type);
// "float32", "T.handle(\"float32\")", "tensor": for messages.
std::string TypeName(const Type& type);

}  // namespace tirx::ir
