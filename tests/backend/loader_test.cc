// SPDX-License-Identifier: Apache-2.0
#include "backend/loader.h"

#include <gtest/gtest.h>

#include <stdexcept>
#include <thread>
#include <vector>

#include "ir/op.h"

namespace tirx::backend {
namespace {

const ir::OpRow kMine[] = {{.name = "mine.op", .type = ir::rule::ReturnsVoid, .doc = "For this test."}};
const ir::OpRow kOther[] = {{.name = "other.op", .type = ir::rule::ReturnsVoid, .doc = "For this test."}};
const ir::OpRow kTaken[] = {{.name = "other.first", .type = ir::rule::ReturnsVoid},
                            {.name = "exp", .type = ir::rule::ReturnsVoid}};

class LoaderTest : public testing::Test {
 protected:
  void SetUp() override { LoadAtStart(); }
};

TEST_F(LoaderTest, PublishesRowsWithTheirOwner) {
  Backend backend{"loader-test", [](Registrar& r) { r.Add(kMine); }, ""};
  EXPECT_FALSE(IsLoaded("loader-test"));
  ASSERT_TRUE(Load(backend).ok());
  EXPECT_TRUE(IsLoaded("loader-test"));
  EXPECT_EQ(ir::FindOp("mine.op"), &kMine[0]);
  EXPECT_EQ(ir::CurrentSnapshot().OwnerOf<ir::OpRow>("mine.op"), "loader-test");
  EXPECT_EQ(ir::CurrentSnapshot().OwnerOf<ir::OpRow>("exp"), "core");
  // Again: nothing happens, and that is no error.
  EXPECT_TRUE(Load(backend).ok());
}

TEST_F(LoaderTest, AThrowLeavesNoTrace) {
  Backend backend{"loader-throws",
                  [](Registrar& r) {
                    r.Add(kOther);
                    throw std::runtime_error("no such device");
                  },
                  ""};
  auto status = Load(backend);
  ASSERT_FALSE(status.ok());
  EXPECT_EQ(status.diagnostics().front().kind, DK::BackendFailed);
  EXPECT_EQ(status.diagnostics().front().message,
            "backend `loader-throws` failed to register: no such device");
  EXPECT_EQ(ir::FindOp("other.op"), nullptr);
  EXPECT_FALSE(IsLoaded("loader-throws"));
}

TEST_F(LoaderTest, AConflictLeavesNoTrace) {
  Backend backend{"loader-conflict", [](Registrar& r) { r.Add(kTaken); }, ""};
  auto status = Load(backend);
  ASSERT_FALSE(status.ok());
  EXPECT_EQ(status.diagnostics().front().kind, DK::BackendRowConflict);
  EXPECT_EQ(ir::FindOp("other.first"), nullptr);
}

TEST_F(LoaderTest, UnknownNamesListTheBuiltIns) {
  auto status = Load("nonesuch");
  ASSERT_FALSE(status.ok());
  EXPECT_EQ(status.diagnostics().front().kind, DK::UnknownBackend);
  EXPECT_NE(status.diagnostics().front().message.find("`cuda`"), std::string::npos);
}

TEST_F(LoaderTest, ManyThreadsLoadOnce) {
  static std::atomic<int> calls{0};
  Backend backend{"loader-threads", [](Registrar&) { ++calls; }, ""};
  std::vector<std::thread> threads;
  for (int i = 0; i < 8; ++i) threads.emplace_back([&] { EXPECT_TRUE(Load(backend).ok()); });
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(calls.load(), 1);
}

}  // namespace
}  // namespace tirx::backend
