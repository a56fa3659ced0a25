// SPDX-License-Identifier: Apache-2.0
// The passes that check or mark and change no code: verify-memory, tile-dispatch, annotate-entry.
#include "pass/pass_fixture.h"

namespace tirx::pass {
namespace {

using namespace ir;  // NOLINT: tests are about IR

class VerifyMemoryTest : public testing::Test {
 protected:
  VerifyMemoryTest() { TestTarget(); }
  diag::Diagnostics Errors(std::vector<std::string_view> passes = {"bind-target", "verify-memory"}) {
    return TryLower(passes, ModuleOf({b.Finish("main")})).diagnostics();
  }
  Builder b;
  Var a = b.Param("A", MakeTensorType(Int(32), {Int32(4), Int32(4)}));
};

TEST_F(VerifyMemoryTest, HostAccessesAreRefused) {
  b.Store(a, {Int32(0), Int32(0)}, b.Load(a, {Int32(1), Int32(1)}));
  auto errors = Errors();
  ASSERT_EQ(errors.size(), 2u);
  EXPECT_EQ(errors[0].message,
            "host code accesses `A`, which lies in device memory; move the access into `T.device_entry`");
}

TEST_F(VerifyMemoryTest, LaunchValuesAreHostCode) {
  b.DeviceEntry({b.Load(a, {Int32(0), Int32(0)})}, {Int32(1)}, [] {});
  EXPECT_EQ(Errors().size(), 1u);
}

TEST_F(VerifyMemoryTest, ViewsAreFollowed) {
  b.Store(a, {Int32(0), Int32(0)}, Int32(1));
  auto errors = Errors({"bind-target", "flatten-tensors", "verify-memory"});
  ASSERT_EQ(errors.size(), 1u);
  EXPECT_EQ(errors[0].kind, DK::HostAccessesDevice);
}

TEST_F(VerifyMemoryTest, DeviceCodeAndHostTensorsAreFine) {
  Var s = b.Alloc("s", MakeTensorType(Int(32), {Int32(1)}, "local"));
  b.Store(s, {Int32(0)}, Int32(1));
  b.DeviceEntry({Int32(1)}, {Int32(1)}, [&] { b.Store(a, {Int32(0), Int32(0)}, Int32(1)); });
  EXPECT_TRUE(Errors().empty());
}

TEST(TileDispatch, RefusesTileOperationsByName) {
  PassContext context = TestContext();
  context.verify = false;  // the verifier does not know the operation either
  for (const char* name : {"tile.block.copy", "somewhere.tile.matmul"}) {
    Builder b;
    b.Evaluate(Call(VoidType(), Op(name), {}));
    auto result = RunPasses(ModuleOf({b.Finish("main")}), {"bind-target", "tile-dispatch"}, context);
    ASSERT_FALSE(result.ok());
    EXPECT_EQ(result.diagnostics()[0].message,
              "tile operation `T." + std::string(name) + "` has no implementation for target `testgpu`");
  }
}

TEST(AnnotateEntry, OnlyASingleExportedFunction) {
  TestTarget();
  Builder f, g, h;
  Function one = f.Finish("one"), two = g.Finish("two"), helper = h.Finish("helper", VoidType(), false);
  IRModule single = Lowered({"annotate-entry"}, ModuleOf({helper, one}));
  EXPECT_TRUE(HasAttr(single.Find("one")->attrs, attr::kIsEntry));
  EXPECT_FALSE(HasAttr(single.Find("helper")->attrs, attr::kIsEntry));
  IRModule pair = Lowered({"annotate-entry"}, ModuleOf({one, two}));
  EXPECT_FALSE(HasAttr(pair.Find("one")->attrs, attr::kIsEntry));
}

}  // namespace
}  // namespace tirx::pass
