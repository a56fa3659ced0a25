// SPDX-License-Identifier: Apache-2.0
// What the tests of passes share: a target, running a pass by name with the verifier on, printing.
#pragma once

#include <gtest/gtest.h>

#include "backend/loader.h"
#include "base/structural.h"
#include "diag/render.h"
#include "ir/builder.h"
#include "ir/printer.h"
#include "ir/verify.h"
#include "pass/pass.h"

namespace tirx::pass {

// A device target without any backend: the tests here are about passes that no backend takes part in.
inline target::Target TestTarget() {
  backend::LoadAtStart();
  return target::Target("testgpu", {}, target::Target("c", {}, target::Target()));
}

inline target::Target CudaTarget(const std::string& arch) {
  backend::LoadAtStart();
  Attrs attrs;
  if (!arch.empty()) attrs.Set("arch", String(arch));
  return target::Target("cuda", attrs, target::Target("c", {}, target::Target()));
}

inline PassContext ContextFor(target::Target target) {
  PassContext context;
  context.target = std::move(target);
  context.verify = true;
  return context;
}

inline PassContext TestContext() {
  return ContextFor(TestTarget());
}

inline Result<ir::IRModule> TryLower(const std::vector<std::string_view>& passes, ir::IRModule module,
                                     const PassContext& context = TestContext()) {
  return RunPasses(std::move(module), passes, context);
}

inline ir::IRModule Lowered(const std::vector<std::string_view>& passes, ir::IRModule module,
                            const PassContext& context = TestContext()) {
  Result<ir::IRModule> result = TryLower(passes, std::move(module), context);
  if (!result.ok()) {
    ADD_FAILURE() << diag::Render(result.diagnostics());
    return ir::IRModule();
  }
  return *result;
}

inline ir::IRModule ModuleOf(std::initializer_list<ir::Function> functions) {
  return ir::IRModule(Array<ir::Function>(functions.begin(), functions.end()));
}

inline std::string BodyText(const ir::IRModule& module, std::string_view function) {
  return ir::Print(module.Find(function)->body);
}

}  // namespace tirx::pass
