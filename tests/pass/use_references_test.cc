// SPDX-License-Identifier: Apache-2.0
#include "pass/pass_fixture.h"

namespace tirx::pass {
namespace {

using namespace ir;  // NOLINT: tests are about IR

const std::vector<std::string_view> kUse = {"use-references"};

class UseReferences : public testing::Test {
 protected:
  UseReferences() { TestTarget(); }
  // `twice` of its one parameter, which is `type`.
  static Function Twice(DType type) {
    Builder b;
    Var x = b.Param("x", type);
    b.Return(x + x);
    return b.Finish("twice", PrimType(type), false);
  }
  static Function Caller(const char* reference) {
    Builder b;
    Var y = b.Param("y", Float(32));
    Attrs attrs{
        {"function", String("text")}, {"source_code", String("...")}, {"return_type", String("float32")}};
    if (reference) attrs.Set("reference", String(reference));
    b.Return(b.Op("cuda.func_call", {y}, attrs));
    return b.Finish("main", PrimType(Float(32)));
  }
  static std::string Refusal(const IRModule& module) {
    auto result = TryLower(kUse, module);
    return result.ok() ? "accepted" : result.diagnostics()[0].message;
  }
};

TEST_F(UseReferences, CallsTheFunction) {
  IRModule module = Lowered(kUse, ModuleOf({Caller("twice"), Twice(Float(32))}));
  EXPECT_EQ(BodyText(module, "main"), "return twice(y)\n");
}

TEST_F(UseReferences, LeavesTextWithoutOne) {
  IRModule module = ModuleOf({Caller(nullptr)});
  EXPECT_EQ(BodyText(Lowered(kUse, module), "main"), BodyText(module, "main"));
}

TEST_F(UseReferences, TypesMustAgree) {
  EXPECT_NE(Refusal(ModuleOf({Caller("twice")})).find("`twice`, which is not in the module"),
            std::string::npos);
  EXPECT_NE(Refusal(ModuleOf({Caller("twice"), Twice(Float(64))})).find("whose parameter `x` is float64"),
            std::string::npos);
}

}  // namespace
}  // namespace tirx::pass
