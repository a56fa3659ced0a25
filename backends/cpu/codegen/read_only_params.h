// SPDX-License-Identifier: Apache-2.0
// Which of a kernel's pointers are only read through: `const` tells the reader and the compiler.
#pragma once

#include <string_view>

#include "ir/function.h"

namespace tirx::cpu {

// The scope of such a pointer's type; the dialect's table spells it.
inline constexpr std::string_view kReadOnlyScope = "global.const";

// Parameters whose memory the kernel loads from and does nothing else with have the scope above.
ir::Function MarkReadOnlyParams(const ir::Function& kernel);

}  // namespace tirx::cpu
