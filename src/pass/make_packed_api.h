// SPDX-License-Identifier: Apache-2.0
// Establishes: every exported host function with a body has `calling_conv = Packed` and no parameters; its
// body begins with host operations that check the packed arguments and bind the former parameters, in the
// order of the host ABI: the number of arguments; each argument's type (of tensors NULL, dimensions and dtype
// too); the symbols that stand alone as extent, stride or offset; then, per tensor, shape, strides, offset,
// device, data, alignment. So the type of one parameter may use symbols that a later one gives. Private
// functions keep their parameters. Runs last: no pass before it wants to know how arguments arrive. Relies
// on: `split-host-device`, so that launches show whether a function's tensors lie on the device.
#pragma once

#include "pass/pass.h"

namespace tirx::pass {

Result<ir::IRModule> MakePackedApi(ir::IRModule module, const PassContext& context);

}  // namespace tirx::pass
