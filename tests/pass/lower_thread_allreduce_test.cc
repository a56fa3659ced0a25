// SPDX-License-Identifier: Apache-2.0
// Where "lower-thread-allreduce" cannot be done, and what it needs to know; what it makes:
// thread_allreduce.py.
#include "pass/lower_thread_allreduce.h"

#include "pass/pass_fixture.h"
#include "pass/thread_groups.h"

namespace tirx::pass {
namespace {

using namespace ir;  // NOLINT: tests are about IR

class LowerThreadAllreduceTest : public testing::Test {
 protected:
  LowerThreadAllreduceTest() { TestTarget(); }
  Result<IRModule> Lower(Array<Expr> block, Builder::Block body) {
    b.DeviceEntry({Int32(1)}, block, body);
    return TryLower({"lower-thread-allreduce"}, ModuleOf({b.Finish("main")}));
  }
  std::string Why(Array<Expr> block, Builder::Block body) {
    auto result = Lower(block, body);
    if (result.ok()) return "";
    EXPECT_EQ(result.diagnostics()[0].kind, DK::NoThreadAllreduce);
    return result.diagnostics()[0].message;
  }
  Expr Sum(Expr value) { return b.Op("gpu.thread_allreduce", {value}, {{"reducer", "sum"}, {"axes", "x"}}); }
  void Store(Expr value) { b.Store(a, {Int32(0)}, value); }

  Builder b;
  Var a = b.Param("A", MakeTensorType(Int(32), {Int32(64)})), n = b.Param("n", Int(32));
  Expr few = Binary(BinaryOp::LT, n, Int32(9));
};

TEST_F(LowerThreadAllreduceTest, ExtentsMustBeConstants) {
  EXPECT_NE(Why({n}, [&] { Store(Sum(n)); }).find("extent of the block"), std::string::npos);
}

TEST_F(LowerThreadAllreduceTest, EveryThreadMustComputeIt) {
  EXPECT_NE(Why({Int32(8)},
                [&] {
                  Store(b.Op("if_then_else", {few, Sum(n), n}));
                })
                .find("may not evaluate"),
            std::string::npos);
}

TEST_F(LowerThreadAllreduceTest, NotInTheConditionOfALoop) {
  EXPECT_NE(Why({Int32(8)}, [&] { b.While(Binary(BinaryOp::LT, Sum(n), n), [&] { Store(n); }); })
                .find("condition of a loop"),
            std::string::npos);
}

TEST_F(LowerThreadAllreduceTest, NotOutsideOfAKernel) {
  Store(Sum(n));
  EXPECT_NE(Why({Int32(8)}, [] {}).find("outside of a kernel"), std::string::npos);
}

TEST_F(LowerThreadAllreduceTest, AGroupOfOneThreadIsItsValue) {
  auto result = Lower({Int32(1)}, [&] { Store(Sum(n)); });
  ASSERT_TRUE(result.ok());
  EXPECT_EQ(Print((*result)->functions[0]->body.as<RegionNode>()->body), "A[0] = n\n");
}

TEST(ThreadGroupsTest, LanesExchangeWhereAGroupLiesInASubgroup) {
  using Masks = std::vector<int64_t>;
  EXPECT_EQ((ThreadGroups{{8, 4, 2}, {true, false, false}, 32}).Masks(), (Masks{4, 2, 1}));
  EXPECT_EQ((ThreadGroups{{8, 4, 2}, {false, true, false}, 32}).Masks(), (Masks{16, 8}));
  EXPECT_EQ((ThreadGroups{{4, 2, 4}, {true, false, true}, 32}).Masks(), (Masks{2, 1, 16, 8}));
  // Longer than a subgroup, no power of two, size of a subgroup not known.
  EXPECT_EQ((ThreadGroups{{8, 4, 2}, {false, false, true}, 32}).Masks(), Masks{});
  EXPECT_EQ((ThreadGroups{{6, 4, 1}, {false, true, false}, 32}).Masks(), Masks{});
  EXPECT_EQ((ThreadGroups{{8, 4, 2}, {true, false, false}, 0}).Masks(), Masks{});
}

TEST(ThreadGroupsTest, WholeSubgroups) {
  EXPECT_TRUE((ThreadGroups{{64, 3, 1}, {true, false, false}, 32}).IsWholeSubgroups());
  EXPECT_TRUE((ThreadGroups{{16, 4, 3}, {true, true, false}, 32}).IsWholeSubgroups());
  EXPECT_FALSE((ThreadGroups{{64, 3, 1}, {false, true, false}, 32}).IsWholeSubgroups());
  EXPECT_FALSE((ThreadGroups{{48, 2, 1}, {true, false, false}, 32}).IsWholeSubgroups());
}

}  // namespace
}  // namespace tirx::pass
