// SPDX-License-Identifier: Apache-2.0
// From IR built by hand to a function that runs as bytecode and as C.
#pragma once

#include <gtest/gtest.h>

#include <string>

#include "backend/loader.h"
#include "codegen/c_host/both_hosts.h"
#include "codegen/host_bytecode.h"
#include "ir/builder.h"
#include "ir/verify.h"
#include "pass/make_packed_api.h"
#include "runtime/calls.h"
#include "runtime/executable.h"

namespace tirx::testing {

class HostTest : public ::testing::Test {
 protected:
  void SetUp() override { backend::LoadAtStart(); }

  static Result<runtime::HostProgram> Generate(Array<ir::Function> functions) {
    TIRX_TRY(ir::IRModule packed, pass::MakePackedApi(ir::IRModule(functions), {}));
    TIRX_RETURN_IF_FAILED(ir::Verify(packed));
    return codegen::GenerateHostProgram(packed);
  }
  // The first function, ready to be called.
  static ffi::Function Compile(Array<ir::Function> functions, std::vector<ffi::Module> devices = {}) {
    auto program = Generate(functions);
    EXPECT_TRUE(program.ok()) << (program.ok() ? "" : program.diagnostics().front().message);
    if (!program.ok()) return ffi::Function();
    return BothHosts::Function(*program, devices, std::string(functions[0]->name));
  }
  static std::string ErrorOf(Array<ir::Function> functions) {
    auto program = Generate(functions);
    return program.ok() ? "" : program.diagnostics().front().message;
  }
};

}  // namespace tirx::testing
