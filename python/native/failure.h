// SPDX-License-Identifier: Apache-2.0
// Results at the border to Python: a value, or a Failure object, which Python raises as DiagnosticError. Not
// an exception of tvm-ffi: the first one of a process takes 0.2 s.
#pragma once

#include "base/node.h"
#include "diag/result.h"

namespace tirx::python {

struct FailureNode : Object {
  String text;  // rendered diagnostics
  String json;  // the same for programs (diag/render.h)
  static constexpr TVMFFISEqHashKind _type_s_eq_hash_kind = kTVMFFISEqHashKindTreeNode;
  TIRX_FIELDS(f("text", &FailureNode::text); f("json", &FailureNode::json))
  TIRX_NODE(FailureObject, FailureNode, "tirx.python.Failure", ObjectRef, Object)
  explicit FailureObject(const diag::Diagnostics& diagnostics);
};

template <class T>
Any ToPython(Result<T> result) {
  if (!result.ok()) return Any(FailureObject(result.diagnostics()));
  return Any(std::move(result).value());
}
template <>
inline Any ToPython(Status status) {
  return status.ok() ? Any(nullptr) : Any(FailureObject(status.diagnostics()));
}
template <>
inline Any ToPython(Result<std::string> text) {
  return text.ok() ? Any(String(*text)) : Any(FailureObject(text.diagnostics()));
}

}  // namespace tirx::python
