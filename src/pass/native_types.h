// SPDX-License-Identifier: Apache-2.0
// What the device that a function runs on computes with and stores: shared by the passes that legalise types.
#pragma once

#include "ir/function.h"
#include "target/target.h"

namespace tirx::pass {

// Every type for host functions, and for targets that say nothing.
target::NativeTypes NativeTypesOf(const ir::Function& function);

}  // namespace tirx::pass
