// SPDX-License-Identifier: Apache-2.0
// The node pattern: children in field order, mapping that keeps what does not change.
#include "base/node.h"

#include <gtest/gtest.h>

#include "ir/arith.h"
#include "ir/stmt.h"

namespace tirx {
namespace {

using ir::Expr;
using ir::Var;

TEST(NodeTest, ChildrenComeInFieldOrder) {
  Var x("x", Int(32)), y("y", Int(32));
  ir::Select select(ir::True(), x, y);
  std::vector<const Object*> seen;
  VisitChildren(select.get(), [&](const ObjectRef& child, int64_t) { seen.push_back(child.get()); });
  EXPECT_EQ(seen, (std::vector<const Object*>{select->condition.get(), x.get(), y.get()}));
}

TEST(NodeTest, DefinitionsAreMarkedAndComeAfterTheirValue) {
  Var x("x", Int(32));
  ir::Bind bind(x, ir::Int32(1));
  std::vector<int64_t> flags;
  VisitChildren(bind.get(), [&](const ObjectRef&, int64_t flag) { flags.push_back(flag); });
  EXPECT_EQ(flags, (std::vector<int64_t>{kChild, kDefine}));
}

TEST(NodeTest, MappingKeepsWhatDoesNotChange) {
  Var x("x", Int(32)), y("y", Int(32));
  ir::Binary sum(ir::BinaryOp::Add, x, y);
  EXPECT_TRUE(MapChildren(sum, [](const ObjectRef& child, int64_t) { return child; }).same_as(sum));
  auto mapped = MapChildren(
      sum, [&](const ObjectRef& child, int64_t) { return child.same_as(x) ? ObjectRef(y) : child; });
  auto* changed = mapped.as<ir::BinaryNode>();
  ASSERT_NE(changed, nullptr);
  EXPECT_TRUE(changed->a.same_as(y) && changed->b.same_as(y) && changed->op == ir::BinaryOp::Add);
  EXPECT_TRUE(sum->a.same_as(x)) << "the original is untouched";
}

TEST(NodeTest, MappingGoesIntoArrays) {
  Var x("x", Int(32)), y("y", Int(32));
  ir::Seq seq({ir::Evaluate(x), ir::Evaluate(y)});
  auto mapped = MapChildren(seq, [&](const ObjectRef& child, int64_t) {
    return child.same_as(seq->stmts[1]) ? ObjectRef(ir::Evaluate(x)) : child;
  });
  auto* changed = mapped.as<ir::SeqNode>();
  ASSERT_NE(changed, nullptr);
  EXPECT_TRUE(changed->stmts[0].same_as(seq->stmts[0]));
  EXPECT_FALSE(changed->stmts[1].same_as(seq->stmts[1]));
}

TEST(NodeTest, FieldsAreReflected) {
  ir::IntImm five(Int(32), 5);
  static auto field = ffi::Function::GetGlobal("ffi.ToJSONGraphString");
  ASSERT_TRUE(field.has_value());
  std::string json((*field)(five, nullptr).cast<String>());
  EXPECT_NE(json.find("\"value\":5"), std::string::npos) << json;
}

}  // namespace
}  // namespace tirx
