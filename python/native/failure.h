// SPDX-License-Identifier: Apache-2.0
// Results at the border to Python: a value, or a Failure object, which Python raises as DiagnosticError. Not
// an exception of tvm-ffi: the first one of a process takes 0.2 s.
#pragma once

#include "base/interrupt.h"
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

inline Any ToFailure(const diag::Diagnostics& diagnostics) {
  // Python has set its exception already, KeyboardInterrupt: only tvm-ffi's own signal lets it through.
  if (TakeInterrupt()) throw ffi::EnvErrorAlreadySet();
  return Any(FailureObject(diagnostics));
}

template <class T>
Any ToPython(Result<T> result) {
  if (!result.ok()) return ToFailure(result.diagnostics());
  return Any(std::move(result).value());
}
template <>
inline Any ToPython(Status status) {
  return status.ok() ? Any(nullptr) : ToFailure(status.diagnostics());
}
template <>
inline Any ToPython(Result<std::string> text) {
  return text.ok() ? Any(String(*text)) : ToFailure(text.diagnostics());
}

}  // namespace tirx::python
