// SPDX-License-Identifier: Apache-2.0
#include "pass/pass_fixture.h"

namespace tirx::pass {
namespace {

using namespace ir;  // NOLINT: tests are about IR

const std::vector<std::string_view> kDrop = {"drop-references"};

// A private function that returns its parameter, through `through` if that is given.
Function Identity(const char* name, const char* through = nullptr) {
  Builder b;
  Var x = b.Param("x", Float(32));
  b.Return(through ? b.CallFunction(through, PrimType(Float(32)), {x}) : Expr(x));
  return b.Finish(name, PrimType(Float(32)), false);
}

Function Caller(bool also_calls) {
  Builder b;
  Var y = b.Param("y", Float(32));
  Attrs attrs{{"function", String("text")},
              {"source_code", String("...")},
              {"return_type", String("float32")},
              {"reference", String("outer")}};
  Expr value = b.Op("cuda.func_call", {y}, attrs);
  b.Return(also_calls ? b.CallFunction("inner", PrimType(Float(32)), {value}) : value);
  return b.Finish("main", PrimType(Float(32)));
}

std::string NamesOf(const IRModule& module) {
  std::string names;
  for (const Function& function : module->functions) names += std::string(function->name) + " ";
  return names;
}

TEST(DropReferences, FunctionsThatWereOnlyReferencesGo) {
  TestTarget();
  IRModule module =
      ModuleOf({Caller(false), Identity("outer", "inner"), Identity("inner"), Identity("unrelated")});
  IRModule dropped = Lowered(kDrop, module);
  EXPECT_EQ(NamesOf(dropped), "main unrelated ");
  EXPECT_EQ(BodyText(dropped, "main").find("reference"), std::string::npos);
}

TEST(DropReferences, WhatIsCalledStays) {
  TestTarget();
  IRModule module = ModuleOf({Caller(true), Identity("outer", "inner"), Identity("inner")});
  EXPECT_EQ(NamesOf(Lowered(kDrop, module)), "main inner ");
}

TEST(DropReferences, NothingToDo) {
  TestTarget();
  IRModule module = ModuleOf({Identity("unrelated")});
  EXPECT_EQ(NamesOf(Lowered(kDrop, module)), "unrelated ");
}

}  // namespace
}  // namespace tirx::pass
