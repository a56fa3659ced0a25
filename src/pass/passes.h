// SPDX-License-Identifier: Apache-2.0
// The table of the core passes. A new pass is its pair of files, one row here, and one line in a pipeline.
#pragma once

#include "pass/pass.h"

namespace tirx::pass {

extern const PassRow kPasses[26];

}  // namespace tirx::pass
