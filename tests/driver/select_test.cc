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

TEST(SelectFunction, KeepsReferencesOfForeignText) {
  ir::Builder b;
  ir::Var x = b.Param("x", Int(32));
  b.Return(x);
  ir::Function twin = b.Finish("twin", ir::PrimType(Int(32)), false);
  b.Evaluate(ir::Call(ir::VoidType(), ir::Op("foreign.call"), {}, {{"reference", String("twin")}}));
  ir::Function kernel = b.Finish("kernel");
  auto kept = SelectFunction(ir::IRModule({twin, kernel}), "kernel", "k.py");
  ASSERT_TRUE(kept.ok());
  EXPECT_EQ((*kept)->functions.size(), 2u);
}

TEST(SelectFunction, NamesWhatThereIs) {
  auto none = SelectFunction(ThreeFunctions(), "topp", "k.py");
  ASSERT_FALSE(none.ok());
  EXPECT_EQ(none.diagnostics().front().message,
            "no function `topp` in k.py; there is `leaf`, `middle`, `top` or `alone`");
}

}  // namespace
}  // namespace tirx::driver
