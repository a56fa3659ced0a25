// SPDX-License-Identifier: Apache-2.0
// What the rows of the special-form table (special_forms.cc) do, by family of files.
#pragma once

#include <memory>
#include <optional>
#include <string_view>

#include "script/form.h"

namespace tirx::script::forms {

// forms_tensor.cc
Value Tensor(Elaborator& e, const Bound& b);
Value Handle(Elaborator& e, const Bound& b);
Value TensorMap(Elaborator& e, const Bound& b);
Value AllocTensor(Elaborator& e, const Bound& b);
Value AllocShared(Elaborator& e, const Bound& b);
Value AllocLocal(Elaborator& e, const Bound& b);
Value DeclTensor(Elaborator& e, const Bound& b);
Value Ref(Elaborator& e, const Bound& b);
// forms_loop.cc
Value Range(Elaborator& e, const Bound& b);  // Python's range
Value Serial(Elaborator& e, const Bound& b);
Value Unroll(Elaborator& e, const Bound& b);
Value Vectorized(Elaborator& e, const Bound& b);
Value Parallel(Elaborator& e, const Bound& b);
Value StaticRange(Elaborator& e, const Bound& b);
Value Grid(Elaborator& e, const Bound& b);
// forms_region.cc
Value DeviceEntry(Elaborator& e, const Bound& b);
Value BackendConfig(Elaborator& e, const Bound& b);
Value LaunchThread(Elaborator& e, const Bound& b);
Value ThreadBinding(Elaborator& e, const Bound& b);
Value Region(Elaborator& e, const Bound& b);
Value Target(Elaborator& e, const Bound& b);
// The launch and, where they are given, the kernel's attributes and the configuration, of `callee`, as the
// parts of a device entry; null after an error.
struct EntryArguments {
  size_t launch;
  std::optional<size_t> kernel_attrs, backend_config;
};
std::shared_ptr<RegionSpec> EntrySpec(Elaborator& e, const Bound& b, std::string_view callee,
                                      const EntryArguments& arguments);
// forms_external.cc
Value CallKernel(Elaborator& e, const Bound& b);
// forms_exact.cc
Value ExactCall(Elaborator& e, const Bound& b);
Value Evaluate(Elaborator& e, const Bound& b);
Value TensorLoad(Elaborator& e, const Bound& b);
Value TensorRegion(Elaborator& e, const Bound& b);
Value StringImm(Elaborator& e, const Bound& b);
Value Op(Elaborator& e, const Bound& b);
Value Omitted(Elaborator& e, const Bound& b);
// elaborate_template.cc: the method `specialize` of a `@T.jit` function
Value Specialize(Elaborator& e, const Bound& b);
// builtins.cc: what is wrong with argument `i`; the failed value
Value BadCall(Elaborator& e, const Bound& b, size_t i, std::string_view rule);
// Python's min and max, which T.min and T.max share for compile-time values
Value Min(Elaborator& e, const Bound& b);
Value Max(Elaborator& e, const Bound& b);

}  // namespace tirx::script::forms
