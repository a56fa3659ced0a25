// SPDX-License-Identifier: Apache-2.0
#include "driver/library.h"

#include <cstdio>
#include <cstdlib>

#include "backend/loader.h"
#include "base/ffi_version.h"
#include "ir/function.h"
#include "target/target.h"

namespace tirx::driver {

void EnsureLibrary() {
  backend::LoadAtStart();
}

namespace {

// The only static initialiser of libtirx. It registers types and makes no objects: their type indices are not
// ready in other translation units yet.
void RegisterLibrary() {
  if (std::string problem = FfiVersionProblem(); !problem.empty()) {
    std::fprintf(stderr, "tirx: %s\n", problem.c_str());
    std::_Exit(3);  // going on would corrupt memory: object layouts differ
  }
  RegisterBaseNodes();
  ir::RegisterIrNodes();
  target::RegisterTargetNodes();
}

TVM_FFI_STATIC_INIT_BLOCK() {
  RegisterLibrary();
}

}  // namespace
}  // namespace tirx::driver
