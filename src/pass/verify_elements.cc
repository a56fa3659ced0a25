// SPDX-License-Identifier: Apache-2.0
#include "pass/verify_elements.h"

#include "base/type_set.h"
#include "ir/visit.h"

namespace tirx::pass {

using namespace ir;  // NOLINT: this file is about IR only

Result<IRModule> VerifyElements(IRModule module, const PassContext&) {
  diag::Diagnostics errors;
  auto check = [&](const Var& var) {
    if (!var.is_tensor()) return;
    TensorType type = var.tensor_type();
    if (type->cell || !(SetOf(type->dtype) & kSubByte)) return;
    errors.push_back(diag::Make(DK::SubByteElements, var->span,
                                {View(var->name), DTypeName(type->dtype), "them packed into `uint8`"}));
  };
  for (const Function& function : module->functions) {
    Walk(function, [&](const ObjectRef& node) {
      VisitChildren(node.get(), [&](const ObjectRef& child, int64_t flags) {
        if (flags & kDefine) check(RefCast<Var>(child));
      });
      return true;
    });
  }
  if (!errors.empty()) return Failure(std::move(errors));
  return module;
}

}  // namespace tirx::pass
