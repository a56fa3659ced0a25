// SPDX-License-Identifier: Apache-2.0
// For tests of generated CUDA: lowered kernels from the builder, their text, and a compile of that text.
#pragma once

#include <gtest/gtest.h>

#include "backend/loader.h"
#include "backends/cuda/codegen/dialect.h"
#include "backends/cuda/toolchain/compile.h"
#include "diag/render.h"
#include "ir/builder.h"

namespace tirx::cuda {

inline target::Target TargetFor(const std::string& arch) {
  Attrs attrs;
  attrs.Set("arch", String(arch));
  return target::Target("cuda", attrs, target::Target());
}

// A kernel as the passes leave it: pointer parameters, launch parameters, launch bounds.
inline ir::Function Kernel(ir::Builder& b, const char* name, int64_t threads = 128, Attrs attrs = {}) {
  attrs.Set(ir::attr::kCallingConv, int64_t(ir::CallingConv::DeviceKernel));
  attrs.Set(ir::attr::kNoAlias, true);
  attrs.Set(ir::attr::kLaunchParams, Array<String>{"blockIdx.x", "threadIdx.x"});
  attrs.Set("tirx.launch_bounds", threads);
  return b.Finish(name, ir::VoidType(), true, attrs);
}

// A pointer parameter `<name>_ptr` and the flat tensor that it is declared as.
inline ir::Var FlatTensor(ir::Builder& b, const std::string& name, DType dtype, int64_t extent,
                          int64_t alignment = 0) {
  ir::Var pointer = b.Param(name + "_ptr", ir::PointerType(ir::PrimType(dtype)));
  return b.Decl(name, ir::MakeTensorType(dtype, {ir::Int32(extent)}, "global", {}, ir::Expr(), alignment),
                pointer);
}

inline Result<codegen::DeviceSource> Generate(const Array<ir::Function>& functions,
                                              const std::string& arch = "sm_80") {
  return GenerateCuda(functions, TargetFor(arch));
}

inline std::string TextOf(const Array<ir::Function>& functions) {
  auto source = Generate(functions);
  return source.ok() ? source->text : "not generated: " + diag::Render(source.diagnostics());
}

// The text, compiled for every architecture that can run it, to be compared with what the test expects.
inline std::string CompiledText(const Array<ir::Function>& functions) {
  std::string text;
  for (const char* arch : {"sm_80", "sm_90a", "sm_100a"}) {
    auto source = Generate(functions, arch);
    if (!source.ok()) return "not generated: " + diag::Render(source.diagnostics());
    if (text.empty()) text = source->text;
    CompileRequest request;
    request.source = source->text;
    request.arch = arch;
    auto binary = CompileSource(request);
    EXPECT_TRUE(binary.ok()) << arch << "\n"
                             << source->text << (binary.ok() ? "" : diag::Render(binary.diagnostics()));
    if (!binary.ok()) break;
  }
  return text;
}

class CudaText : public ::testing::Test {
 protected:
  static void SetUpTestSuite() { backend::LoadAtStart(); }
};

}  // namespace tirx::cuda
