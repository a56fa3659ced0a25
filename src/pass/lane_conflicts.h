// SPDX-License-Identifier: Apache-2.0
// Whether the iterations of a loop can be carried out side by side: no iteration may touch an element that
// another one stores.
#pragma once

#include "pass/lanes.h"
#include "pass/tensor_root.h"

namespace tirx::pass {

// Why they cannot, in words that follow "not vectorised: "; nothing when they can. `lanes` knows the names
// that the body binds.
std::optional<std::string> FindLaneConflict(const LaneValues& lanes, const ir::Stmt& body,
                                            const TensorRoots& roots);

}  // namespace tirx::pass
