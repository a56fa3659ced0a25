// SPDX-License-Identifier: Apache-2.0
#include "backends/cpu/pass/check_constructs.h"

#include "base/type_set.h"
#include "ir/op.h"
#include "ir/registry.h"
#include "ir/visit.h"

namespace tirx::cpu {
namespace {

using namespace ir;  // NOLINT: this file is about IR only

constexpr std::string_view kThreadPrefix = "gpu.";
constexpr std::string_view kAtomicPrefix = "gpu.atomic_";
constexpr std::string_view kSimulator = "executor=\"simulator\" runs it as it is";
// Threads have stacks of 8 MiB where nobody says otherwise, the helpers of some hosts of 2 MiB.
constexpr int64_t kMaxLocalBytes = 1 << 20;

bool StartsWith(std::string_view text, std::string_view prefix) {
  return text.substr(0, prefix.size()) == prefix;
}

class ConstructChecker {
 public:
  diag::Diagnostics errors;

  void Check(const Function& function) {
    local_bytes_ = 0;
    Walk(function->body, [&](const ObjectRef& node) {
      if (auto* region = node.as<RegionNode>()) {
        Refuse(region->span, "`T.device_entry`", "it runs loops, not grids of threads",
               "write the kernel as loops: `T.parallel`, `T.serial`, `T.vectorized`; " +
                   std::string(kSimulator));
        return false;
      }
      if (auto* bind = node.as<BindNode>()) CheckAllocation(*bind);
      if (auto* call = node.as<CallNode>(); call && !call->op_name().empty()) CheckCall(*call);
      return true;
    });
  }

 private:
  void CheckAllocation(const BindNode& bind) {
    auto* call = bind.value.as<CallNode>();
    if (!call || call->op_name() != "alloc_tensor") return;
    TensorType type = bind.var.tensor_type();
    if (View(type->scope) != "local")
      return Refuse(bind.var->span.defined() ? bind.var->span : bind.span,
                    "memory of scope `" + std::string(type->scope) + "`", "there are no blocks that share it",
                    "`T.alloc_local` is there; " + std::string(kSimulator));
    int64_t bytes = StorageBytes(type->dtype);
    for (const Expr& extent : ShapeOf(type)) bytes *= ConstInt(extent).value_or(1);
    local_bytes_ += bytes;
    if (bytes > kMaxLocalBytes || local_bytes_ > kMaxLocalBytes)
      Refuse(bind.span, "room for `" + std::string(bind.var->name) + "`",
             "with it the function's arrays take " + std::to_string(local_bytes_) +
                 " bytes, and they stand on the stack",
             "at most " + std::to_string(kMaxLocalBytes) + " bytes do; pass larger ones as tensors");
  }

  void CheckCall(const CallNode& call) {
    std::string_view op = call.op_name();
    std::string name = "`T." + std::string(op) + "`";
    std::string_view owner = CurrentSnapshot().OwnerOf<OpRow>(op);
    if (owner != "core" && owner != "cpu")
      return Refuse(call.span, name, "it belongs to backend `" + std::string(owner) + "`",
                    "loops use the names that stand below `T` itself");
    if (StartsWith(op, kAtomicPrefix)) return CheckAtomic(call, name);
    if (StartsWith(op, kThreadPrefix) && op != "gpu.printf")
      Refuse(call.span, name, "a loop has no threads that could meet or have indices",
             "loop variables are the indices; of `T.gpu` there are the atomics and `printf`");
  }

  void CheckAtomic(const CallNode& call, const std::string& name) {
    DType type = ElementDType(call.args[0]).value_or(call.dtype());
    if (SetOf(type) & kHalf)
      Refuse(call.span, name + " on " + DTypeName(type), "they are kept as bits and computed with in float32",
             "integers, float32 and float64 are there");
  }

  // An unrolled loop holds one place many times; it is said once.
  void Refuse(const Span& span, std::string_view what, std::string_view why, std::string instead) {
    for (const diag::Diagnostic& known : errors)
      if (known.span.defined() && span.defined() && known.span->line == span->line &&
          known.span->column == span->column)
        return;
    errors.push_back(
        diag::Make(DK::BackendLacks, span, {"cpu", what, why}).WithNote(Span(), std::move(instead)));
  }

  int64_t local_bytes_ = 0;
};

}  // namespace

Result<IRModule> CheckConstructs(IRModule module, const pass::PassContext&) {
  ConstructChecker checker;
  for (const Function& function : module->functions)
    if (function->body.defined()) checker.Check(function);
  if (!checker.errors.empty()) return Failure(std::move(checker.errors));
  return module;
}

}  // namespace tirx::cpu
