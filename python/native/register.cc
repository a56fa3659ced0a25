// SPDX-License-Identifier: Apache-2.0
// Called once by the package `tirx` after it has loaded this library: C++ programs do not pay for it.
#include "diag/render.h"
#include "driver/library.h"
#include "python/native/failure.h"
#include "python/native/native.h"

namespace tirx::python {

FailureObject::FailureObject(const diag::Diagnostics& diagnostics) {
  auto node = ffi::make_object<FailureNode>();
  node->text = diag::Render(diagnostics);
  node->json = diag::RenderJson(diagnostics);
  data_ = std::move(node);
}

}  // namespace tirx::python

// Returns 0; an internal error at the start ends the process with its message, since there is nobody to tell.
extern "C" TVM_FFI_DLL_EXPORT int TirxRegisterPython() noexcept {
  tirx::driver::EnsureLibrary();
  tirx::RegisterNode<tirx::python::FailureNode>();
  tirx::python::RegisterIrFunctions();
  tirx::python::RegisterScriptFunctions();
  tirx::python::RegisterRegistryFunctions();
  tirx::python::RegisterBackendFunctions();
  tirx::python::RegisterDriverFunctions();
  tirx::python::RegisterConfigFunctions();
  tirx::python::RegisterPassFunctions();
  tirx::python::RegisterNameFunctions();
  tirx::python::RegisterArgumentFunctions();
  return 0;
}
