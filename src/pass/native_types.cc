// SPDX-License-Identifier: Apache-2.0
#include "pass/native_types.h"

namespace tirx::pass {

target::NativeTypes NativeTypesOf(const ir::Function& function) {
  auto bound = function->attrs.find(ir::attr::kTarget);
  if (bound == function->attrs.end()) return {};
  auto target = (*bound).second.cast<target::Target>();
  const target::TargetKindRow* kind = target::FindKind(View(target->kind));
  return kind && kind->native_types ? kind->native_types(target->arch()) : target::NativeTypes{};
}

}  // namespace tirx::pass
