// SPDX-License-Identifier: Apache-2.0
// Target tags that a program adds at run time, beside those of backends.
#pragma once

#include <string>

#include "diag/result.h"

namespace tirx::backend {

// Names a target: `json` is what target::Parse reads, and must be valid now. A name has a `/` in it. Replaces
// a tag of that name only with `replace`. From then on the tag is there for every thread.
Status RegisterTag(const std::string& name, const std::string& json, bool replace = false);

}  // namespace tirx::backend
