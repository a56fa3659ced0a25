// SPDX-License-Identifier: Apache-2.0
// A device entry turned into a kernel function and the arguments that the host launches it with.
#pragma once

#include "ir/function.h"
#include "pass/tensor_root.h"
#include "target/target.h"

namespace tirx::pass {

struct Kernel {
  ir::Function function;
  Array<ir::Expr> arguments;  // kernel arguments, then launch values
};

// A kernel that comes from outside (`external_kernel` is its entry's whole body) has the name that its call
// gives, no body, and the call's arguments as its parameters.
//
// `host` is the function that `entry` stands in, `roots` its tensors; the kernel gets the device target.
// One kernel of a function may take the entry's body and the host's variables over, as they are: the function
// then needs new ones (CopyFunction), which costs less as it is shorter. The others get copies.
enum class Variables { Taken, Copied };
Result<Kernel> MakeKernel(const ir::Function& host, const TensorRoots& roots, const ir::Region& entry,
                          String name, const target::Target& device, Variables variables);

}  // namespace tirx::pass
