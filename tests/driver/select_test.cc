// SPDX-License-Identifier: Apache-2.0
#include "driver/select.h"

#include <gtest/gtest.h>

#include "backend/loader.h"
#include "driver/kernel_memory.h"
#include "ir/builder.h"

namespace tirx::driver {
namespace {

ir::IRModule ThreeFunctions() {
  ir::Builder b;
  ir::Var x = b.Param("x", Int(32));
  b.Return(x);
  ir::Function leaf = b.Finish("leaf", ir::PrimType(Int(32)), false);
  ir::Var y = b.Param("y", Int(32));
  b.Return(b.CallFunction("leaf", ir::PrimType(Int(32)), {y}));
  ir::Function middle = b.Finish("middle", ir::PrimType(Int(32)), false);
  ir::Var z = b.Param("z", Int(32));
  b.Evaluate(b.CallFunction("middle", ir::PrimType(Int(32)), {z}));
  ir::Function top = b.Finish("top");
  b.Return();
  ir::Function alone = b.Finish("alone");
  return ir::IRModule({leaf, middle, top, alone});
}

TEST(SelectFunction, KeepsWhatIsReached) {
  auto all = SelectFunction(ThreeFunctions(), "top", "k.py");
  ASSERT_TRUE(all.ok());
  EXPECT_EQ((*all)->functions.size(), 3u);
  auto one = SelectFunction(ThreeFunctions(), "alone", "k.py");
  ASSERT_TRUE(one.ok());
  EXPECT_EQ((*one)->functions.size(), 1u);
}

TEST(SelectFunction, NamesWhatThereIs) {
  auto none = SelectFunction(ThreeFunctions(), "topp", "k.py");
  ASSERT_FALSE(none.ok());
  EXPECT_EQ(none.diagnostics().front().message,
            "no function `topp` in k.py; there is `leaf`, `middle`, `top` or `alone`");
}

TEST(WithConfigKey, AddsAndReplaces) {
  EXPECT_EQ(*WithConfigKey("{}", "cuda", "compiler", "\"nvcc\""), R"({"cuda":{"compiler":"nvcc"}})");
  EXPECT_EQ(*WithConfigKey(R"({"cuda":{"compiler":"nvcc"}})", "cuda", "compiler", "\"nvrtc\""),
            R"({"cuda":{"compiler":"nvrtc"}})");
  EXPECT_FALSE(WithConfigKey("[]", "cuda", "compiler", "1").ok());
  EXPECT_FALSE(WithConfigKey("{", "cuda", "compiler", "1").ok());
  EXPECT_FALSE(WithConfigKey(R"({"cuda": 1})", "cuda", "compiler", "1").ok());
}

TEST(KernelMemory, SpansOfDeclaredTensors) {
  backend::LoadAtStart();
  ir::Builder b;
  ir::Var pointer = b.Param("A_ptr", ir::PointerType(ir::PrimType(Float(32))));
  ir::Var n = b.Param("n", Int(64));
  b.Decl("A", ir::MakeTensorType(Float(32), {n, ir::Int64(4)}), pointer);
  b.Decl("strided", ir::MakeTensorType(Float(32), {n}, "global", {ir::Int64(8)}, ir::Int64(3)), pointer);
  KernelMemory memory(b.Finish("k"));
  EXPECT_EQ(memory.BytesBehind(0, {0, 10}), 4 * (3 + 9 * 8 + 1));
  EXPECT_EQ(memory.BytesBehind(0, {0, 0}), 0u);
  EXPECT_EQ(memory.BytesBehind(1, {0, 10}), 0u);
}

}  // namespace
}  // namespace tirx::driver
