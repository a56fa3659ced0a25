// SPDX-License-Identifier: Apache-2.0
// What the printer writes, the front end reads back: an equal module, which prints the same text.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "backend/loader.h"
#include "base/structural.h"
#include "diag/render.h"
#include "ir/printer.h"
#include "ir/random_program.h"
#include "script/script.h"

namespace tirx::ir {
namespace {

class RoundTripTest : public testing::Test {
 protected:
  void SetUp() override { backend::LoadAtStart(); }

  static void Check(const IRModule& module) {
    std::string text = Print(module);
    auto read = script::ParseModule(SourceFile("printed.py", text));
    ASSERT_TRUE(read.ok()) << diag::Render(read.diagnostics()) << text;
    EXPECT_EQ(Print(*read), text);
    EXPECT_TRUE(StructuralEqual(Any(module), Any(*read))) << text;
  }
};

class RandomRoundTripTest : public RoundTripTest, public testing::WithParamInterface<uint32_t> {};

TEST_P(RandomRoundTripTest, Reads) {
  for (uint32_t k = 0; k < 100 && !HasFatalFailure(); ++k) {
    SCOPED_TRACE("seed " + std::to_string(GetParam() * 100 + k));
    Check(IRModule({RandomProgram(GetParam() * 100 + k).Make()}));
  }
}
INSTANTIATE_TEST_SUITE_P(Seeds, RandomRoundTripTest, testing::Range(0u, 10u));

TEST_F(RoundTripTest, ALoneFunction) {
  Function f = RandomProgram(1).Make();
  std::string text = Print(f);
  auto read = script::ParseFunction(SourceFile("printed.py", text), "f");
  ASSERT_TRUE(read.ok()) << diag::Render(read.diagnostics()) << text;
  EXPECT_TRUE(StructuralEqual(Any(f), Any(read->Find("f")))) << text;
}

TEST_F(RoundTripTest, Examples) {
  int seen = 0;
  for (const auto& entry : std::filesystem::directory_iterator(TIRX_SOURCE_DIR "/examples")) {
    if (entry.path().extension() != ".py") continue;
    ++seen;
    SCOPED_TRACE(entry.path().string());
    std::stringstream text;
    text << std::ifstream(entry.path()).rdbuf();
    auto read = script::ParseModule(SourceFile(entry.path().string(), text.str()));
    ASSERT_TRUE(read.ok()) << diag::Render(read.diagnostics());
    Check(*read);
  }
  EXPECT_GT(seen, 0);
}

TEST_F(RoundTripTest, SpecialFloatsAndWideIntegers) {
  Builder b;
  double inf = std::numeric_limits<double>::infinity();
  for (DType t : {Float(16), Float(32), Float(64), BFloat16()})
    for (double v : {inf, -inf, std::nan(""), -std::nan(""), 1e-40, 3.0}) b.Bind("x", FloatImm(t, v));
  for (DType t : {Int(8), Int(64), UInt(8), UInt(64), Bool()})
    for (int64_t v : {INT64_MIN, int64_t(-1), int64_t(0), INT64_MAX}) b.Bind("x", IntImm(t, v));
  b.Bind("p", IntImm(Handle(), 0));
  Check(IRModule({b.Finish("f")}));
}

TEST_F(RoundTripTest, Regions) {
  Var q("q", Int(32)), s("q", Int(32)), r("r", Int(64));
  Builder b;
  Var a = b.Param("A", MakeTensorType(Float(32), {Int32(64), Int32(64)}));
  Var k = b.Param("k", Int(32));
  b.Region("some.region", {Int64(1)}, {{"key", Array<Any>{Any(1)}}}, {q}, [&] { b.Evaluate(q); });
  b.Region("other", {}, {}, {s, r}, [&] { b.Store(a, {s, s}, MakeFloat(Float(32), 1)); });
  Array<Range> box{Range(Int32(0), Int32(16)), Range(Int32(4), Int32(8))};
  b.Evaluate(Call(VoidType(), Op("tile.op"),
                  {TensorRegion(a, box), TensorRegion(a, {Range(k, Int32(1)), Range(k, k)})}));
  Check(IRModule({b.Finish("f")}));
}

TEST_F(RoundTripTest, ModulesWithPrivateFunctions) {
  Builder h;
  Var x = h.Param("x", Float(32));
  h.Return(Expr(x) * MakeFloat(Float(32), 2));
  Function twice = h.Finish("twice", PrimType(Float(32)), false);
  Builder b;
  Var a = b.Param("A", MakeTensorType(Float(32), {Int32(8)}));
  Var shadow = b.Bind("twice", Int32(1));
  b.Store(a, {shadow}, b.CallFunction("twice", PrimType(Float(32)), {b.Load(a, {Int32(0)})}));
  Check(IRModule({twice, b.Finish("main")}, "Both", {{"version", 2}}));
}

}  // namespace
}  // namespace tirx::ir
