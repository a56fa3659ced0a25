// SPDX-License-Identifier: Apache-2.0
// Arithmetic on types that a target only stores, and types that it has no name for.
#include "ir/arith.h"
#include "pass/pass_fixture.h"

namespace tirx::pass {
namespace {

using ir::BinaryOp;
using ir::Builder;
using ir::Expr;
using ir::Int32;
using ir::Var;

constexpr DType kE4M3{kDLFloat8_e4m3fn, 8, 1}, kFnuz{kDLFloat8_e4m3fnuz, 8, 1};

class LegalizeTypesTest : public testing::Test {
 protected:
  LegalizeTypesTest() { TestTarget(); }

  // What the pass makes of a device function whose body `build` writes.
  static Result<ir::IRModule> Run(std::string_view pass, const std::string& arch,
                                  const std::function<void(Builder&)>& build) {
    Builder b;
    build(b);
    Attrs attrs;
    attrs.Set(ir::attr::kTarget, CudaTarget(arch));
    return TryLower({pass}, ModuleOf({b.Finish("f", ir::VoidType(), false, attrs)}),
                    ContextFor(CudaTarget(arch)));
  }
  static std::string Text(std::string_view pass, const std::string& arch,
                          const std::function<void(Builder&)>& build) {
    auto module = Run(pass, arch, build);
    return module.ok() ? BodyText(*module, "f") : diag::Render(module.diagnostics());
  }
};

TEST_F(LegalizeTypesTest, BFloat16IsNativeFromSm80On) {
  auto add = [](Builder& b) {
    Var x = b.Param("x", BFloat16());
    b.Bind("y", ir::Binary(BinaryOp::Add, x, x));
  };
  EXPECT_EQ(Text("legalize-compute", "sm_75", add),
            "y = T.cast(T.cast(x, \"float32\") + T.cast(x, \"float32\"), \"bfloat16\")\n");
  for (const char* arch : {"sm_80", "sm_90a", "sm_100a", ""})
    EXPECT_EQ(Text("legalize-compute", arch, add), "y = x + x\n") << arch;
}

TEST_F(LegalizeTypesTest, EachOperationIsRoundedOnItsOwn) {
  EXPECT_EQ(Text("legalize-compute", "sm_90a",
                 [](Builder& b) {
                   Var x = b.Param("x", kE4M3);
                   b.Bind("y", ir::Unary(ir::UnaryOp::Neg,
                                         ir::Binary(BinaryOp::Mul, x, ir::MakeFloat(kE4M3, 0.3))));
                   b.Bind("z", ir::Binary(BinaryOp::LT, x, x));
                   b.Bind("w", b.Op("pow", {x, x}));
                   b.Bind("v", b.Op("isnan", {x}));
                 }),
            "y = T.cast(\n"
            "    -T.cast(T.cast(T.cast(x, \"float32\") * 0.3125, \"float8_e4m3fn\"), \"float32\"), "
            "\"float8_e4m3fn\"\n"
            ")\n"
            "z = T.cast(x, \"float32\") < T.cast(x, \"float32\")\n"
            "w = T.cast(T.pow(T.cast(x, \"float32\"), T.cast(x, \"float32\")), \"float8_e4m3fn\")\n"
            "v = T.isnan(T.cast(x, \"float32\"))\n");
}

TEST_F(LegalizeTypesTest, WhatOnlyMovesStays) {
  EXPECT_EQ(Text("legalize-compute", "sm_75",
                 [](Builder& b) {
                   Var x = b.Param("x", BFloat16()), c = b.Param("c", Bool());
                   b.Bind("y", ir::Select(c, x, x));
                   b.Bind("z", b.Op("if_then_else", {c, x, x}));
                   b.Bind("w", b.Op("reinterpret", {x}, {{"dtype", String("uint16")}}));
                   b.Bind("f", b.Op("fma", {x, x, x}));  // float32 would round it first
                   b.Bind("v", b.Op("nextafter", {x, x}));
                 }),
            "y = T.Select(c, x, x)\n"
            "z = T.if_then_else(c, x, x)\n"
            "w = T.reinterpret(\"uint16\", x)\n"
            "f = T.fma(x, x, x)\n"
            "v = T.nextafter(x, x)\n");
}

TEST_F(LegalizeTypesTest, HostFunctionsAndOtherTargetsAreLeftAlone) {
  Builder b;
  Var x = b.Param("x", kE4M3);
  b.Bind("y", ir::Binary(BinaryOp::Add, x, x));
  ir::Function function = b.Finish("f", ir::VoidType(), false);
  for (const char* pass : {"legalize-compute", "legalize-storage"})
    EXPECT_TRUE(Lowered({pass}, ModuleOf({function.WithAttr(ir::attr::kTarget, TestTarget())}))
                    ->functions[0]
                    ->body.same_as(function->body));
}

TEST_F(LegalizeTypesTest, NamelessTypesAreBits) {
  EXPECT_EQ(Text("legalize-storage", "sm_90a",
                 [](Builder& b) {
                   Var p = b.Param("p", ir::PointerType(ir::PrimType(kFnuz)));
                   Var a = b.Decl("A", ir::MakeTensorType(kFnuz, {Int32(8)}), p);
                   Var x = b.Bind("x", b.Load(a, {Int32(0)}));
                   Expr bits = b.Op("reinterpret", {x}, {{"dtype", String("uint8")}});
                   b.Bind("high", ir::Binary(BinaryOp::GE, bits, ir::MakeConst(UInt(8), 128)));
                   b.Store(a, {Int32(1)}, ir::MakeFloat(kFnuz, 1));
                   b.Store(a, {Int32(2)}, x);
                 }),
            "A = T.decl_tensor((8,), \"uint8\", data=p)\n"
            "x = A[0]\n"
            "high = x >= 128\n"
            "A[1] = 64\n"
            "A[2] = x\n");
}

TEST_F(LegalizeTypesTest, NamedTypesStay) {
  EXPECT_EQ(
      Text(
          "legalize-storage", "sm_75",
          [](Builder& b) {
            for (DType t : {kE4M3, DType{kDLFloat8_e8m0fnu, 8, 1}, DType{kDLFloat4_e2m1fn, 4, 1}, BFloat16()})
              b.Bind("y", ir::Cast(Float(32), b.Param("x", t)));
          }),
      "y = T.cast(x, \"float32\")\n"
      "y_1 = T.cast(x_1, \"float32\")\n"
      "y_2 = T.cast(x_2, \"float32\")\n"
      "y_3 = T.cast(x_3, \"float32\")\n");
}

TEST_F(LegalizeTypesTest, NamelessTypesAreNotConverted) {
  auto module = Run("legalize-storage", "sm_90a",
                    [](Builder& b) { b.Bind("y", ir::Cast(Float(32), b.Param("x", kFnuz))); });
  ASSERT_FALSE(module.ok());
  EXPECT_EQ(module.diagnostics()[0].kind, DK::NotComputed);
}

}  // namespace
}  // namespace tirx::pass
