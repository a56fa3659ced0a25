// SPDX-License-Identifier: Apache-2.0
#include "pass/contents.h"

#include "base/type_set.h"
#include "ir/visit.h"
#include "pass/lower_masked_access.h"
#include "pass/lower_thread_allreduce.h"
#include "pass/tile_dispatch.h"

namespace tirx::pass {

using namespace ir;  // NOLINT: this file is about IR only

namespace {

Contents ContentsOfType(const Type& type) {
  if (auto* pointer = type.as<PointerTypeNode>()) return ContentsOfType(pointer->element);
  auto* tensor = type.as<TensorTypeNode>();
  TypeSet element = SetOf(tensor ? tensor->dtype : DTypeOf(type));
  Contents contents = (element & kFloat & ~kF32) ? kOtherFloats : 0;
  return tensor && !tensor->cell && (element & kSubByte) ? contents | kSubByteElements : contents;
}

Contents ContentsOfCall(const CallNode& call) {
  if (call.callee.as<GlobalVarNode>()) return kFunctionCalls;
  std::string_view op = call.op_name();
  if (IsTileOperation(op)) return kTileOperations;
  if (IsMaskedAccess(op)) return kMaskedAccess;
  if (op == kThreadAllreduceOp) return kThreadAllreduce;
  return HasAttr(call.attrs, "reference") ? kReferences : 0;
}

Contents ContentsOfNode(const ObjectRef& node) {
  if (auto* loop = node.as<ForNode>()) {
    if (loop->kind == ForKind::Vectorized) return kVectorizedLoops;
    return loop->kind == ForKind::Unrolled ? kUnrolledLoops : 0;
  }
  auto* expr = node.as<ExprNode>();
  if (!expr) return 0;
  Contents contents = ContentsOfType(expr->ty);
  if (auto* call = node.as<CallNode>()) contents |= ContentsOfCall(*call);
  if (node.as<RampNode>()) contents |= kVectorAccess;
  return contents;
}

}  // namespace

Contents ContentsOf(const IRModule& module) {
  Contents contents = 0;
  for (const Function& function : module->functions) {
    contents |= ContentsOfType(function->ret_type);
    Walk(function, [&](const ObjectRef& node) {
      contents |= ContentsOfNode(node);
      return true;
    });
  }
  return contents;
}

}  // namespace tirx::pass
