// SPDX-License-Identifier: Apache-2.0
// Runs something again whenever one of some files changes, until the user ends it.
#pragma once

#include <functional>
#include <string>
#include <vector>

namespace tirx::cli {

// Calls `run` at once, then after each change of a file (also when it appears or goes); changes that follow
// one another quickly count as one. Returns after SIGINT or SIGTERM.
void Watch(const std::vector<std::string>& files, const std::function<void()>& run);

}  // namespace tirx::cli
