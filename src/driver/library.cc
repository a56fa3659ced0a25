// SPDX-License-Identifier: Apache-2.0
#include "driver/library.h"

#include "backend/loader.h"
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
  RegisterBaseNodes();
  ir::RegisterIrNodes();
  target::RegisterTargetNodes();
}

TVM_FFI_STATIC_INIT_BLOCK() {
  RegisterLibrary();
}

}  // namespace
}  // namespace tirx::driver
