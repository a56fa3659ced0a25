// SPDX-License-Identifier: Apache-2.0
#include "pass/make_packed_api.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "backend/loader.h"
#include "ir/builder.h"
#include "ir/verify.h"

namespace tirx::pass {
namespace {

using ir::Builder;
using ir::Int64;
using ir::MakeTensorType;
using ir::Var;

class MakePackedApiTest : public ::testing::Test {
 protected:
  void SetUp() override { backend::LoadAtStart(); }

  static Result<ir::Function> Packed(ir::Function function) {
    TIRX_TRY(ir::IRModule module, MakePackedApi(ir::IRModule({function}), {}));
    TIRX_RETURN_IF_FAILED(ir::Verify(module));
    return module->functions[0];
  }
  // The operations of the head, in order, with the variable that each defines.
  static std::vector<std::string> Head(const ir::Function& function) {
    std::vector<std::string> lines;
    auto* seq = function->body.as<ir::SeqNode>();
    for (const ir::Stmt& stmt : seq->stmts) {
      auto* bind = stmt.as<ir::BindNode>();
      auto* evaluate = stmt.as<ir::EvaluateNode>();
      ir::Expr value = bind ? bind->value : evaluate ? evaluate->value : ir::Expr();
      auto* call = value.defined() ? value.as<ir::CallNode>() : nullptr;
      std::string line = bind ? std::string(bind->var->name) + " = " : "";
      lines.push_back(line + (call ? std::string(call->op_name()) : std::string(stmt->GetTypeKey())));
    }
    return lines;
  }
  static std::string ErrorOf(ir::Function function) {
    auto result = Packed(function);
    return result.ok() ? "" : result.diagnostics().front().message;
  }
};

TEST_F(MakePackedApiTest, ChecksComeInTheOrderOfTheAbi) {
  Builder b;
  b.Open();
  Var n("n", Int(64));
  Var y = b.Param("y", MakeTensorType(Float(32), {n + Int64(2)}));
  Var x = b.Param("x", MakeTensorType(Float(32), {n, Int64(4)}));
  Var s = b.Param("s", Float(32));
  b.Store(y, {Int64(0)}, s);
  auto packed = Packed(b.Finish("f"));
  ASSERT_TRUE(packed.ok()) << packed.diagnostics().front().message;
  EXPECT_EQ((*packed)->calling_conv(), ir::CallingConv::Packed);
  EXPECT_EQ((*packed)->params.size(), 0u);
  EXPECT_EQ(Head(*packed), (std::vector<std::string>{
                               "host.arg_count", "y_handle = host.arg_tensor", "x_handle = host.arg_tensor",
                               "s = host.arg_scalar", "n = host.tensor_shape",
                               "dev_id = host.tensor_device_id", "host.check_tensor", "host.check_tensor",
                               "y = decl_tensor", "x = decl_tensor", "tirx.ir.TensorStore"}));
}

TEST_F(MakePackedApiTest, TheSignatureIsTheScripts) {
  Builder b;
  b.Open();
  Var n = b.Param("n", Int(32));
  b.Param("x", MakeTensorType(Float(16), {n}));
  b.Param("p", ir::PointerType(ir::PrimType(Float(32))));
  b.Param("flag", Bool());
  auto packed = Packed(b.Finish("f"));
  ASSERT_TRUE(packed.ok()) << packed.diagnostics().front().message;
  auto* first = (*packed)->body.as<ir::SeqNode>()->stmts[0].as<ir::EvaluateNode>();
  EXPECT_EQ(first->value.as<ir::CallNode>()->attrs["signature"].cast<String>(),
            "f(n: int32, x: Tensor((n,), float16), p: handle, flag: bool)");
}

// A parameter of that name is the extent: it is read, not bound again.
TEST_F(MakePackedApiTest, ScalarParametersBindFirst) {
  Builder b;
  b.Open();
  Var n("n", Int(64));
  b.Param("x", MakeTensorType(Float(32), {n}));
  ir::Function f = b.Finish("f");
  f = f.WithParams({f->params[0], n});
  auto packed = Packed(f);
  ASSERT_TRUE(packed.ok()) << packed.diagnostics().front().message;
  std::vector<std::string> head = Head(*packed);
  EXPECT_EQ(head[2], "n = host.arg_scalar");
  EXPECT_EQ(std::count(head.begin(), head.end(), "n = host.tensor_shape"), 0);
}

TEST_F(MakePackedApiTest, StridesAndOffsetsBindTheirSymbols) {
  Builder b;
  b.Open();
  Var s("s", Int(64)), o("o", Int(32));
  b.Param("x", MakeTensorType(Float(32), {Int64(4)}, "global", {s}, o));
  auto packed = Packed(b.Finish("f"));
  ASSERT_TRUE(packed.ok()) << packed.diagnostics().front().message;
  std::vector<std::string> head = Head(*packed);
  EXPECT_EQ(head[2], "s = host.tensor_stride");
  EXPECT_EQ(head[3], "o_wide = tirx.ir.Bind");
  EXPECT_EQ(head[4], "tirx.ir.Assert") << "an int32 symbol must fit";
  EXPECT_EQ(head[5], "o = tirx.ir.Bind");
}

TEST_F(MakePackedApiTest, PrivateAndDeviceFunctionsKeepTheirParameters) {
  Builder b;
  b.Open();
  b.Param("x", Int(32));
  ir::Function f = b.Finish("f", ir::VoidType(), false);
  auto packed = Packed(f);
  ASSERT_TRUE(packed.ok());
  EXPECT_TRUE((*packed).same_as(f));
  ir::Function kernel = f.WithAttr("global_symbol", String("f"))
                            .WithAttr("calling_conv", int64_t(ir::CallingConv::DeviceKernel));
  packed = Packed(kernel);
  ASSERT_TRUE(packed.ok());
  EXPECT_TRUE((*packed).same_as(kernel));
}

TEST_F(MakePackedApiTest, SymbolsWithoutAValueAreErrors) {
  Builder b;
  b.Open();
  Var n("n", Int(64));
  b.Param("x", MakeTensorType(Float(32), {n * Int64(2)}));
  EXPECT_EQ(
      ErrorOf(b.Finish("f")),
      "`n` in the type of `x` has no value; it must be a parameter, or stand alone as an extent of a tensor");
}

TEST_F(MakePackedApiTest, ParametersThatNobodyCanPassAreErrors) {
  Builder b;
  b.Open();
  b.Param("v", Float(32, 4));
  EXPECT_EQ(ErrorOf(b.Finish("f")),
            "parameter `v` of an exported function is float32x4; it must be a tensor, a pointer, a bool, an "
            "integer or "
            "a float of 8 to 64 bits");
}

}  // namespace
}  // namespace tirx::pass
