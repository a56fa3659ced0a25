// SPDX-License-Identifier: Apache-2.0
// The library's own start: registering node types when it is loaded, backends at the first use.
#pragma once

namespace tirx::driver {

// Loads the language's rows and the built-in backends; cheap after the first time. Every public entry point
// calls it.
void EnsureLibrary();

}  // namespace tirx::driver
