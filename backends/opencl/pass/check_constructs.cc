// SPDX-License-Identifier: Apache-2.0
#include "backends/opencl/pass/check_constructs.h"

#include "base/type_set.h"
#include "ir/op.h"
#include "ir/registry.h"
#include "ir/visit.h"
#include "pass/bind_target.h"

namespace tirx::opencl {
namespace {

using namespace ir;  // NOLINT: this file is about IR only

constexpr std::string_view kAtomicPrefix = "gpu.atomic_";
constexpr TypeSet kAtomicTypes = kInteger32 | kF32;

class ConstructChecker {
 public:
  diag::Diagnostics errors;

  void Check(const Function& function) {
    Walk(function->body, [&](const ObjectRef& node) {
      auto* region = node.as<RegionNode>();
      bool is_entry = region && View(region->op->name) == "device_entry";
      if (is_entry) CheckDevice(region->body);
      return !is_entry;
    });
  }
  void CheckDevice(const ObjectRef& body) {
    Walk(body, [&](const ObjectRef& node) {
      if (auto* assertion = node.as<AssertNode>())
        Refuse(assertion->span, "`assert` in a kernel", "a thread cannot stop the program",
               "`T.gpu.printf` can say what is wrong; the simulator checks assertions");
      if (auto* call = node.as<CallNode>(); call && !call->op_name().empty()) CheckCall(*call);
      return true;
    });
  }

 private:
  void CheckCall(const CallNode& call) {
    std::string_view op = call.op_name();
    std::string_view owner = CurrentSnapshot().OwnerOf<OpRow>(op);
    if (owner != "core" && owner != "opencl")
      return Refuse(call.span, "`T." + std::string(op) + "`",
                    "it belongs to backend `" + std::string(owner) + "`", "portable kernels use `T.gpu`");
    if (op.substr(0, kAtomicPrefix.size()) == kAtomicPrefix) CheckAtomic(call);
  }

  void CheckAtomic(const CallNode& call) {
    std::string op = "`T." + std::string(call.op_name()) + "`";
    DType type = ElementDType(call.args[0]).value_or(call.dtype());
    if (!(SetOf(type) & kAtomicTypes))
      return Refuse(call.span, op + " on " + DTypeName(type), "OpenCL C 1.2 has atomics of 32 bits",
                    "int32, uint32 and float32 are there");
    if (AttrOr<String>(call.attrs, "scope", "device") == "system")
      Refuse(call.span, op + " of scope \"system\"",
             "memory is shared with other devices only between kernels",
             "the scopes \"block\" and \"device\" are there");
  }

  // An unrolled loop holds one place many times; it is said once.
  void Refuse(const Span& span, std::string what, std::string_view why, std::string_view instead) {
    for (const diag::Diagnostic& known : errors)
      if (known.span.defined() && span.defined() && known.span->line == span->line &&
          known.span->column == span->column)
        return;
    errors.push_back(
        diag::Make(DK::BackendLacks, span, {"opencl", what, why}).WithNote(Span(), std::string(instead)));
  }
};

}  // namespace

Result<IRModule> CheckConstructs(IRModule module, const pass::PassContext&) {
  ConstructChecker checker;
  for (const Function& function : module->functions) {
    if (!function->body.defined()) continue;
    if (pass::IsDeviceFunction(function)) {
      checker.CheckDevice(function->body);
    } else {
      checker.Check(function);
    }
  }
  if (!checker.errors.empty()) return Failure(std::move(checker.errors));
  return module;
}

}  // namespace tirx::opencl
