// SPDX-License-Identifier: Apache-2.0
// Functions of a backend's namespace that build IR, registered from C++.
#include "script/function_row.h"

#include <gtest/gtest.h>

#include "backend/loader.h"
#include "ir/operand.h"
#include "ir/printer.h"
#include "script/script.h"

namespace tirx::backend {
namespace {

using script::FunctionOperands;

Result<Any> Scale(const FunctionOperands& operands, const Span& at) {
  Any factor = operands.positional.size() > 1 ? operands.positional[1]
               : operands.keywords.empty()    ? Any(int64_t(2))
                                              : operands.keywords[0].second;
  TIRX_TRY(ir::Expr scaled, ir::BinaryOf("mul", operands.positional[0], factor, at));
  return Any(scaled);
}
Result<Any> Refuse(const FunctionOperands&, const Span& at) {
  return Fail(DK::BackendRefused, at, {"function-row", "`T.fnr.refuse`", "not today"});
}

const ir::NamespaceRow kFunctionSpaces[] = {{"fnr", "For this test."}};
const script::FunctionRow kFunctions[] = {
    {"fnr.scale", "value, factor=", Scale, "value * factor"},
    {"fnr.refuse", "", Refuse},
};

std::string Printed(const std::string& value) {
  auto module = script::ParseModule(SourceFile("<test>", R"(from tirx import script as T
@T.function
def f(A: T.Tensor((4,), "float32"), k: T.float32):
    c: T.float32 = k
    A[0] = )" + value + "\n"));
  return module.ok() ? ir::Print(*module) : module.diagnostics().front().message;
}

class FunctionRowTest : public testing::Test {
 protected:
  void SetUp() override {
    LoadAtStart();
    static const Backend backend{"function-row", [](Registrar& r) { r.Add(kFunctions); }, "",
                                 kFunctionSpaces};
    ASSERT_TRUE(Load(backend, "this test").ok());
  }
};

TEST_F(FunctionRowTest, BuildsIrThatStandsForTheCall) {
  EXPECT_NE(Printed("T.fnr.scale(A[1])").find("A[0] = A[1] * 2.0"), std::string::npos);
  EXPECT_NE(Printed("T.fnr.scale(k, factor=k)").find("A[0] = k * k"), std::string::npos);
  EXPECT_NE(Printed("T.fnr.scale(c, 3)").find("A[0] = c * 3.0"), std::string::npos);
}

TEST_F(FunctionRowTest, ChecksItsArguments) {
  EXPECT_NE(Printed("T.fnr.scale()").find("T.fnr.scale"), std::string::npos);
  EXPECT_NE(Printed("T.fnr.scale(k, size=3)").find("`T.fnr.scale` has no parameter `size`"),
            std::string::npos);
  EXPECT_NE(Printed("T.fnr.refuse()").find("`T.fnr.refuse`: not today"), std::string::npos);
}

TEST_F(FunctionRowTest, StandsBelowANamespaceOfItsBackend) {
  static const script::FunctionRow stray[] = {{"gpu.mine", "", Refuse}};
  Backend backend{"function-stray", [](Registrar& r) { r.Add(stray); }};
  auto loaded = Load(backend, "this test");
  ASSERT_FALSE(loaded.ok());
  EXPECT_EQ(loaded.diagnostics().front().kind, DK::BadBackendRow);
}

}  // namespace
}  // namespace tirx::backend
