// SPDX-License-Identifier: Apache-2.0
#include "backend/loader.h"

#include <gtest/gtest.h>

#include <atomic>
#include <stdexcept>
#include <thread>
#include <vector>

#include "backend/detector.h"
#include "backend/toolchain.h"
#include "ir/op.h"
#include "ir/record.h"
#include "pass/pass.h"
#include "script/alias.h"
#include "target/backend_config.h"

namespace tirx::backend {
namespace {

using ir::rule::ReturnsVoid;

constexpr const char* kOrigin = "this test";
const ir::NamespaceRow kSpaces[] = {{"mine", "For this test."}};
const ir::NamespaceRow kOtherSpaces[] = {{"other"}};
const ir::OpRow kMine[] = {{.name = "mine.op", .type = ReturnsVoid, .doc = "For this test."}};
const ir::OpRow kOther[] = {{.name = "other.op", .type = ReturnsVoid, .doc = "For this test."}};
const target::TargetKindRow kOtherKinds[] = {{.name = "other", .device_type = kDLExtDev}};
const target::TargetTagRow kOtherTags[] = {{"other/tag", R"({"kind":"other"})"}};
const script::AliasRow kOtherAliases[] = {{"other.alias", "exp"}};
Result<target::Target> DetectNothing(int) {
  return target::Parse("other");
}
const DetectorRow kOtherDetectors[] = {{"other", DetectNothing}};
std::vector<std::string_view> NoPasses() {
  return {};
}
const pass::PipelineRow kOtherPipelines[] = {{"other", NoPasses}};

// One row of each kind that a registration may leave behind.
void AddOther(Registrar& r) {
  r.Add(kOtherKinds);
  r.Add(kOther);
  r.Add(kOtherTags);
  r.Add(kOtherAliases);
  r.Add(kOtherDetectors);
  r.Add(kOtherPipelines);
}

class LoaderTest : public testing::Test {
 protected:
  void SetUp() override { LoadAtStart(); }

  // Nothing of `other` is there: no name, no tag, no detector, no pipeline, no alias.
  static void ExpectNoTrace(std::string_view backend) {
    const ir::Snapshot& registry = ir::CurrentSnapshot();
    EXPECT_FALSE(IsLoaded(backend));
    EXPECT_EQ(registry.Find<ir::NamespaceRow>("other"), nullptr);
    EXPECT_EQ(registry.Find<ir::OpRow>("other.op"), nullptr);
    EXPECT_EQ(registry.Find<target::TargetKindRow>("other"), nullptr);
    EXPECT_EQ(registry.Find<target::TargetTagRow>("other/tag"), nullptr);
    EXPECT_EQ(registry.Find<script::AliasRow>("other.alias"), nullptr);
    EXPECT_EQ(registry.Find<DetectorRow>("other"), nullptr);
    EXPECT_EQ(registry.Find<pass::PipelineRow>("other"), nullptr);
    EXPECT_FALSE(ffi::Function::GetGlobal("tirx_callback_other_compile"));
  }
  static diag::Diagnostic ErrorOf(const Status& status) {
    EXPECT_FALSE(status.ok());
    return status.diagnostics().front();
  }
};

TEST_F(LoaderTest, PublishesRowsWithTheirOwner) {
  Backend backend{"loader-test", [](Registrar& r) { r.Add(kMine); }, "A test.", kSpaces};
  EXPECT_FALSE(IsLoaded("loader-test"));
  ASSERT_TRUE(Load(backend, kOrigin).ok());
  EXPECT_TRUE(IsLoaded("loader-test"));
  EXPECT_EQ(ir::FindOp("mine.op"), &kMine[0]);
  EXPECT_EQ(ir::CurrentSnapshot().OwnerOf<ir::OpRow>("mine.op"), "loader-test");
  EXPECT_EQ(ir::CurrentSnapshot().OwnerOf<ir::NamespaceRow>("mine"), "loader-test");
  EXPECT_EQ(ir::CurrentSnapshot().OwnerOf<ir::OpRow>("exp"), "core");
  EXPECT_EQ(ir::CurrentSnapshot().FindBackend("loader-test")->origin, kOrigin);
  // Again: nothing happens, and that is no error.
  EXPECT_TRUE(Load(backend, kOrigin).ok());
}

TEST_F(LoaderTest, AThrowLeavesNoTraceAndASecondLoadStartsClean) {
  static bool fails = true;
  Backend backend{"loader-throws",
                  [](Registrar& r) {
                    AddOther(r);
                    if (fails) throw std::runtime_error("no such device");
                  },
                  "", kOtherSpaces};
  auto error = ErrorOf(Load(backend, kOrigin));
  EXPECT_EQ(error.kind, DK::BackendFailed);
  EXPECT_EQ(error.message,
            "backend `loader-throws` failed to register, after row `other` of table `pipelines`: no such "
            "device; nothing of it is left");
  ExpectNoTrace("loader-throws");
  fails = false;
  EXPECT_TRUE(Load(backend, kOrigin).ok());
  EXPECT_NE(ir::FindOp("other.op"), nullptr);
  EXPECT_TRUE(target::Parse("other/tag").ok());
}

TEST_F(LoaderTest, WhatIsNoExceptionIsCaughtToo) {
  Backend backend{"loader-throws-int", [](Registrar&) { throw 3; }};
  auto error = ErrorOf(Load(backend, kOrigin));
  EXPECT_NE(error.message.find("before its first row"), std::string::npos) << error.message;
  EXPECT_FALSE(IsLoaded("loader-throws-int"));
}

// What a registration may get wrong, row by row; nothing of it stays.
const ir::NamespaceRow kWrongSpaces[] = {{"wrong"}};
const ir::OpRow kRight[] = {{.name = "wrong.first", .type = ReturnsVoid}};
const ir::OpRow kTaken[] = {{.name = "exp", .type = ReturnsVoid}};
const ir::OpRow kBare[] = {{.name = "wrong_bare", .type = ReturnsVoid}};
const ir::OpRow kForeign[] = {{.name = "gpu.mine", .type = ReturnsVoid}};
const ir::OpRow kUntyped[] = {{.name = "wrong.untyped"}};
const ir::OpRow kNameless[] = {{.name = "", .type = ReturnsVoid}};
const script::AliasRow kDangling[] = {{"wrong.alias", "wrong.nothing"}};
const target::TargetTagRow kBadTag[] = {{"wrong/tag", R"({"kind":"nonesuch"})"}};
std::vector<std::string_view> UnknownPasses() {
  return {"simplify", "no-such-pass"};
}
const pass::PipelineRow kBadPipeline[] = {{"null", UnknownPasses}};
const pass::PipelineRow kNoKind[] = {{"nonesuch", NoPasses}};
const codegen::GeneratorRow kNoKindGenerator[] = {{.name = "nonesuch"}};
const ToolchainRow kNoKindToolchain[] = {{.name = "nonesuch"}};
const DetectorRow kNoKindDetector[] = {{"nonesuch", DetectNothing}};
const target::ConfigSchemaRow kForeignSchema[] = {{.name = "cuda_"}};
const ir::RecordRow kBareRecord[] = {{.name = "Config", .fields = {}}};

struct Wrong {
  void (*add)(Registrar&);
  diag::Kind kind;
  const char* says;
};
const Wrong kWrong[] = {
    {[](Registrar& r) { r.Add(kTaken); }, DK::BackendRowConflict, "which backend `core` already has"},
    {[](Registrar& r) { r.Add(kRight); }, DK::BackendRowConflict, "`wrong.first` in table `intrinsics`"},
    {[](Registrar& r) { r.Add(kBare); }, DK::BadBackendRow, "below one of its namespaces"},
    {[](Registrar& r) { r.Add(kForeign); }, DK::BadBackendRow, "`gpu` is not a namespace"},
    {[](Registrar& r) { r.Add(kUntyped); }, DK::BadBackendRow, "no type rule"},
    {[](Registrar& r) { r.Add(kNameless); }, DK::BadBackendRow, "no name"},
    {[](Registrar& r) { r.Add(kDangling); }, DK::BadBackendRow, "`wrong.nothing`, does not exist"},
    {[](Registrar& r) { r.Add(kBadTag); }, DK::BadBackendRow, "unknown target `nonesuch`"},
    {[](Registrar& r) { r.Add(kBadPipeline); }, DK::BackendRowConflict, "which backend `null` already has"},
    {[](Registrar& r) { r.Add(kNoKind); }, DK::BadBackendRow, "no target kind `nonesuch`"},
    {[](Registrar& r) { r.Add(kNoKindGenerator); }, DK::BadBackendRow, "no target kind `nonesuch`"},
    {[](Registrar& r) { r.Add(kNoKindToolchain); }, DK::BadBackendRow, "no target kind `nonesuch`"},
    {[](Registrar& r) { r.Add(kNoKindDetector); }, DK::BadBackendRow, "no target kind `nonesuch`"},
    {[](Registrar& r) { r.Add(kForeignSchema); }, DK::BadBackendRow, "the name of its backend"},
    {[](Registrar& r) { r.Add(kBareRecord); }, DK::BadBackendRow, "below one of its namespaces"},
};

TEST_F(LoaderTest, AWrongRowLeavesNoTrace) {
  static void (*add)(Registrar&);
  Backend backend{"loader-wrong",
                  [](Registrar& r) {
                    r.Add(kRight);
                    add(r);
                  },
                  "", kWrongSpaces};
  for (const Wrong& wrong : kWrong) {
    add = wrong.add;
    auto error = ErrorOf(Load(backend, kOrigin));
    EXPECT_EQ(error.kind, wrong.kind) << error.message;
    EXPECT_NE(error.message.find("`loader-wrong`"), std::string::npos) << error.message;
    EXPECT_NE(error.message.find(wrong.says), std::string::npos) << error.message;
    EXPECT_EQ(ir::FindOp("wrong.first"), nullptr);
    EXPECT_EQ(ir::CurrentSnapshot().Find<ir::NamespaceRow>("wrong"), nullptr);
    EXPECT_FALSE(IsLoaded("loader-wrong"));
  }
}

TEST_F(LoaderTest, APipelineNamesPassesThatExist) {
  static const target::TargetKindRow kinds[] = {{.name = "piped", .device_type = kDLExtDev}};
  static const pass::PipelineRow pipelines[] = {{"piped", UnknownPasses}};
  Backend backend{"loader-piped", [](Registrar& r) {
                    r.Add(kinds);
                    r.Add(pipelines);
                  }};
  auto error = ErrorOf(Load(backend, kOrigin));
  EXPECT_NE(error.message.find("no pass `no-such-pass`"), std::string::npos) << error.message;
}

// A function that asks for its own backend, as code that it runs may do.
TEST_F(LoaderTest, ALoadFromItsOwnFunctionDoesNothing) {
  static int calls = 0;
  static const Backend* self = nullptr;
  Backend backend{"loader-self", [](Registrar&) {
                    ++calls;
                    EXPECT_FALSE(IsLoaded("loader-self"));
                    EXPECT_TRUE(Load(*self, kOrigin).ok());
                  }};
  self = &backend;
  EXPECT_TRUE(Load(backend, kOrigin).ok());
  EXPECT_EQ(calls, 1);
  EXPECT_TRUE(IsLoaded("loader-self"));
}

TEST_F(LoaderTest, WhatABackendNeedsStaysWhenItFails) {
  static const Backend base{"loader-base", [](Registrar&) {}};
  Backend backend{"loader-above", [](Registrar&) {
                    EXPECT_TRUE(Load(base, kOrigin).ok());
                    EXPECT_TRUE(IsLoaded("loader-base"));
                    throw std::runtime_error("afterwards");
                  }};
  EXPECT_FALSE(Load(backend, kOrigin).ok());
  EXPECT_TRUE(IsLoaded("loader-base"));
  EXPECT_FALSE(IsLoaded("loader-above"));
}

TEST_F(LoaderTest, ANeedThatFailsFailsTheBackend) {
  Backend backend{"loader-needs", [](Registrar& r) { r.Need("nonesuch"); }};
  auto error = ErrorOf(Load(backend, kOrigin));
  EXPECT_NE(error.message.find("no backend `nonesuch`"), std::string::npos) << error.message;
}

TEST_F(LoaderTest, UnknownNamesListTheBuiltIns) {
  auto error = ErrorOf(Load("nonesuch"));
  EXPECT_EQ(error.kind, DK::UnknownBackend);
  EXPECT_NE(error.message.find("`cuda`"), std::string::npos);
}

TEST_F(LoaderTest, ManyThreadsLoadOnce) {
  static std::atomic<int> calls{0};
  Backend backend{"loader-threads", [](Registrar&) { ++calls; }};
  std::vector<std::thread> threads;
  for (int i = 0; i < 8; ++i) threads.emplace_back([&] { EXPECT_TRUE(Load(backend, kOrigin).ok()); });
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(calls.load(), 1);
}

// Threads that load different backends, some of which fail, while others read: nobody sees half of one.
TEST_F(LoaderTest, ReadersSeeAllOfABackendOrNothing) {
  static const ir::NamespaceRow spaces[] = {{"pair"}};
  static const ir::OpRow first[] = {{.name = "pair.first", .type = ReturnsVoid}};
  static const ir::OpRow last[] = {{.name = "pair.last", .type = ReturnsVoid}};
  static std::atomic<int> attempts{0};
  Backend backend{"loader-pair",
                  [](Registrar& r) {
                    r.Add(first);
                    if (++attempts < 20) throw std::runtime_error("not yet");
                    r.Add(last);
                  },
                  "", spaces};
  std::atomic<bool> done{false};
  std::vector<std::thread> readers, loaders;
  for (int i = 0; i < 2; ++i)
    readers.emplace_back([&] {
      while (!done) {
        const ir::Snapshot& registry = ir::CurrentSnapshot();
        bool loaded = registry.IsLoaded("loader-pair");
        EXPECT_EQ(registry.Find<ir::OpRow>("pair.first") != nullptr, loaded);
        EXPECT_EQ(registry.Find<ir::OpRow>("pair.last") != nullptr, loaded);
      }
    });
  for (int i = 0; i < 4; ++i)
    loaders.emplace_back([&] {
      while (!Load(backend, kOrigin).ok()) {
      }
    });
  for (std::thread& thread : loaders) thread.join();
  done = true;
  for (std::thread& thread : readers) thread.join();
  EXPECT_EQ(attempts.load(), 20);
}

TEST_F(LoaderTest, DetectorsAreAskedByKind) {
  auto none = DetectTarget("null", 0);
  ASSERT_FALSE(none.ok());
  EXPECT_EQ(none.diagnostics().front().kind, DK::CannotDetect);
  EXPECT_EQ(DetectTarget("nonesuch", 0).diagnostics().front().kind, DK::UnknownTargetKind);
}

TEST_F(LoaderTest, TheBuiltInsAreInTheirOrder) {
  std::vector<std::string> names;
  for (const auto& backend : ir::CurrentSnapshot().backends())
    if (backend.origin == "built in") names.push_back(backend.name);
  std::vector<std::string> first(names.begin(), names.begin() + 10);
  EXPECT_EQ(first, (std::vector<std::string>{"core", "cuda", "metal", "rocm", "trn", "opencl", "vulkan",
                                             "webgpu", "hexagon", "adreno"}));
}

}  // namespace
}  // namespace tirx::backend
