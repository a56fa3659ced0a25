// SPDX-License-Identifier: Apache-2.0
// Structural equality and hash over real IR: names and spans do not matter, everything else does.
#include "base/structural.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>
#include <ctime>
#include <string>

#include "backend/loader.h"
#include "ir/builder.h"

namespace tirx::ir {
namespace {

class StructuralTest : public testing::Test {
 protected:
  void SetUp() override { backend::LoadAtStart(); }

  struct Recipe {
    std::string x = "x";
    int64_t stop = 8;
    DType dtype = Float(32);
    std::string axis = "x";
    int32_t line = 1;
    bool swap = false;
    bool exported = true;
  };
  static Function Make(const Recipe& recipe) {
    Builder b;
    b.SetSpan(Span(SourceFile("f", "text"), recipe.line, 1, recipe.line, 2));
    Var n(recipe.x + "n", Int(64));
    Var a = b.Param(recipe.x + "A", MakeTensorType(recipe.dtype, {n}));
    Var c = b.Param(recipe.x + "B", MakeTensorType(recipe.dtype, {n}));
    b.DeviceEntry({n}, {Int32(64)}, [&] {
      Var x = b.Bind(recipe.x, b.Op("gpu.thread_idx", {}, {{"axis", String(recipe.axis)}}));
      b.For(recipe.x + "i", Int32(0), Int32(recipe.stop), [&](Var i) {
        b.Store(recipe.swap ? c : a, {Expr(x) + Expr(i)}, b.Load(recipe.swap ? a : c, {i}));
      });
    });
    return b.Finish("f", VoidType(), recipe.exported);
  }
};

TEST_F(StructuralTest, NamesAndSpansDoNotMatter) {
  Function one = Make({}), two = Make({.x = "other", .line = 7});
  EXPECT_TRUE(StructuralEqual(Any(one), Any(two)));
  EXPECT_EQ(StructuralHash(Any(one)), StructuralHash(Any(two)));
}

TEST_F(StructuralTest, EverythingElseMatters) {
  Function one = Make({});
  for (const Recipe& recipe : {Recipe{.stop = 9}, Recipe{.dtype = Float(16)}, Recipe{.axis = "y"},
                               Recipe{.swap = true}, Recipe{.exported = false}}) {
    Function two = Make(recipe);
    EXPECT_FALSE(StructuralEqual(Any(one), Any(two)));
    EXPECT_FALSE(StructuralEqual(Any(two), Any(one)));
    EXPECT_NE(StructuralHash(Any(one)), StructuralHash(Any(two)));
  }
}

TEST_F(StructuralTest, VariablesAreMappedOneToOne) {
  Var x("x", Int(32)), y("y", Int(32));
  auto body = [&](const Expr& first, const Expr& second) {
    return Function("f", {x, y}, Evaluate(Binary(BinaryOp::Add, first, second)));
  };
  EXPECT_FALSE(StructuralEqual(Any(body(x, y)), Any(body(x, x))));
  EXPECT_FALSE(StructuralEqual(Any(body(x, x)), Any(body(x, y))));
  EXPECT_FALSE(StructuralEqual(Any(body(x, y)), Any(body(y, x))));
  // Free variables are themselves, unless asked otherwise.
  Expr free_x = Expr(x) + Int32(1), free_y = Expr(y) + Int32(1);
  EXPECT_FALSE(StructuralEqual(Any(free_x), Any(free_y)));
  EXPECT_TRUE(StructuralEqual(Any(free_x), Any(free_y), true));
}

TEST_F(StructuralTest, TheSameObjectsUnderDifferentBindersDiffer) {
  Var x("x", Int(32)), y("y", Int(32));
  Stmt use_x = Evaluate(x);
  // On the right, `x` is the second parameter.
  EXPECT_FALSE(StructuralEqual(Any(Function("f", {x, y}, use_x)), Any(Function("f", {y, x}, use_x))));
}

TEST_F(StructuralTest, FloatsCompareByBits) {
  auto same = [](double a, double b) {
    return StructuralEqual(Any(FloatImm(Float(64), a)), Any(FloatImm(Float(64), b)));
  };
  EXPECT_FALSE(same(0.0, -0.0));
  EXPECT_TRUE(same(NAN, NAN));
}

TEST_F(StructuralTest, SharingCostsNothing) {
  auto doubled = [] {
    Expr e = Var("x", Float(32));
    for (int k = 0; k < 60; ++k) e = Binary(BinaryOp::Add, e, e);
    return e;
  };
  Expr one = doubled(), two = doubled();
  std::clock_t start = std::clock();  // of the processor: others may be busy
  EXPECT_TRUE(StructuralEqual(Any(one), Any(two), true));
  EXPECT_EQ(StructuralHash(Any(one)), StructuralHash(Any(two)));
  EXPECT_LT(double(std::clock() - start) / CLOCKS_PER_SEC, 1);
}

TEST_F(StructuralTest, LongFunctionsAndDeepExpressions) {
  auto make = [](int last) {
    Builder b;
    Var a = b.Param("A", MakeTensorType(Float(32), {Int32(8)}));
    for (int k = 0; k < 50000; ++k)
      b.Store(a, {Int32(k % 8)}, b.Bind("x", b.Load(a, {Int32(k == 49999 ? last : 0)})));
    return b.Finish("f");
  };
  Function one = make(0), two = make(0), other = make(1);
  std::clock_t start = std::clock();  // of the processor: others may be busy
  EXPECT_TRUE(StructuralEqual(Any(one), Any(two)));
  EXPECT_FALSE(StructuralEqual(Any(one), Any(other)));
  EXPECT_EQ(StructuralHash(Any(one)), StructuralHash(Any(two)));
  EXPECT_NE(StructuralHash(Any(one)), StructuralHash(Any(other)));
  EXPECT_LT(double(std::clock() - start) / CLOCKS_PER_SEC, 20);
}

// The value was taken from another process; it changes only when fields or the hash change.
TEST_F(StructuralTest, TheHashIsTheSameInEveryProcess) {
  auto run = [] {
    std::string command =
        "\"" + testing::internal::GetArgvs()[0] + "\" --gtest_filter=StructuralTest.PrintHash 2>&1";
    FILE* pipe = popen(command.c_str(), "r");
    std::string text;
    char part[256];
    while (pipe && fgets(part, sizeof(part), pipe)) text += part;
    if (pipe) pclose(pipe);
    size_t at = text.find("hash=");
    return at == std::string::npos ? text : text.substr(at, text.find('\n', at) - at);
  };
  EXPECT_EQ(run(), "hash=" + std::to_string(StructuralHash(Any(Make({})))));
}
TEST_F(StructuralTest, PrintHash) {
  uint64_t hash = StructuralHash(Any(Make({})));
  printf("hash=%s\n", std::to_string(hash).c_str());
  EXPECT_NE(hash, 0u);
}

TEST_F(StructuralTest, TvmFfiAndPythonUseOurs) {
  static auto equal = ffi::Function::GetGlobalRequired("ffi.StructuralEqual");
  Expr one = Var("x", Float(32));
  for (int k = 0; k < 60; ++k) one = Binary(BinaryOp::Add, one, one);
  // Without the hook this walk would never end.
  EXPECT_TRUE(equal(one, one, false, false).cast<bool>());
  EXPECT_TRUE(equal(Make({}), Make({.x = "y"}), false, false).cast<bool>());
}

}  // namespace
}  // namespace tirx::ir
