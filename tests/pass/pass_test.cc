// SPDX-License-Identifier: Apache-2.0
// The pass manager: options, instruments, what becomes of failures.
#include "pass/pass.h"

#include "long_program.h"
#include "pass/pass_fixture.h"
#include "pass/passes.h"
#include "pass/pipelines.h"

namespace tirx::pass {
namespace {

using namespace ir;  // NOLINT: tests are about IR

IRModule Small() {
  TestTarget();
  Builder b;
  Var a = b.Param("A", MakeTensorType(Float(32), {Int32(4)})), i = b.Param("i", Int(32));
  b.DeviceEntry({Int32(1)}, {Int32(4)},
                [&] { b.Store(a, {Binary(BinaryOp::Add, i, Int32(0))}, MakeFloat(Float(32), 1)); });
  return ModuleOf({b.Finish("main")});
}

DK KindOf(const Result<IRModule>& result) {
  EXPECT_FALSE(result.ok());
  return result.ok() ? DK::InvalidIR : result.diagnostics()[0].kind;
}

TEST(RunPasses, UnknownPassesAndOptions) {
  EXPECT_EQ(KindOf(TryLower({"no-such-pass"}, Small())), DK::UnknownPass);
  auto with = [](const std::string& key, const std::string& value) {
    PassContext context = TestContext();
    context.options[key] = value;
    return RunPasses(Small(), {"bind-target", "simplify"}, context);
  };
  EXPECT_EQ(KindOf(with("no-such-pass.option", "1")), DK::UnknownPass);
  EXPECT_EQ(KindOf(with("bind-target", "off")), DK::PassNotSkippable);
  EXPECT_EQ(KindOf(with("simplify", "maybe")), DK::BadPassOption);
  EXPECT_EQ(KindOf(with("simplify.level", "2")), DK::BadPassOption);
  EXPECT_EQ(with("unroll-loops.max_statement", "2").diagnostics()[0].message,
            "pass option `unroll-loops.max_statement` is `2`; it must be `unroll-loops=off` or "
            "`unroll-loops.max_statements`");
  EXPECT_TRUE(with("unroll-loops.max_statements", "2").ok());
}

TEST(RunPasses, ASkippedPassDoesNotRun) {
  PassContext context = TestContext();
  context.options["simplify"] = "off";
  PassTimer timer;
  auto result = RunPasses(Small(), {"bind-target", "simplify"}, context, {&timer});
  ASSERT_TRUE(result.ok());
  ASSERT_EQ(timer.rows().size(), 1u);
  EXPECT_EQ(timer.rows()[0].name, "bind-target");
  EXPECT_GE(timer.rows()[0].milliseconds, 0);
}

// What is unchanged is recognised by its identity, and a pass has nothing to do on what it returned.
TEST(RunPasses, AModuleWithNothingToDoStaysAsItIs) {
  IRModule module = Lowered({"bind-target", "simplify"}, Small());
  PassContext context = TestContext();
  context.verify = false;
  for (std::string_view pass : {"simplify", "flatten-tensors", "narrow-index"})
    EXPECT_TRUE(Lowered({pass}, module, context).same_as(module)) << pass;
}

TEST(RunPasses, InvalidInputIsRefused) {
  TestTarget();
  Builder b;
  b.Evaluate(Var("x", Int(32)));
  EXPECT_EQ(KindOf(TryLower({"simplify"}, ModuleOf({b.Finish("main")}))), DK::InvalidIR);
}

TEST(RunPasses, APassThatNeedsATargetSaysSo) {
  PassContext context = TestContext();
  context.target = target::Target();
  EXPECT_EQ(KindOf(RunPasses(Small(), {"bind-target"}, context)), DK::BadArgument);
}

Result<IRModule> Break(IRModule, const PassContext&) {
  throw InternalError("it broke");
}
constexpr PassRow kBroken[] = {{"broken", Break}};

TEST(RunPasses, InternalErrorsNameThePassAndShowTheIR) {
  backend::Backend backend{"pass-test", [](backend::Registrar& r) { r.Add(kBroken); }, ""};
  ASSERT_TRUE(backend::Load(backend, "this test").ok());
  try {
    (void)RunPasses(Small(), {"broken"}, TestContext());
    FAIL() << "the pass throws";
  } catch (const InternalError& error) {
    std::string text = error.what();
    EXPECT_NE(text.find("in pass `broken`: it broke"), std::string::npos) << text;
    EXPECT_NE(text.find("def main("), std::string::npos) << text;
  }
}

TEST(PassPrinter, ShowsWhatChanged) {
  std::string text;
  auto run = [&](std::vector<std::string> wanted) {
    text.clear();
    PassPrinter printer(std::move(wanted), [&](const std::string& part) { text += part; });
    return RunPasses(Small(), {"bind-target", "simplify", "simplify", "annotate-entry"}, TestContext(),
                     {&printer})
        .ok();
  };
  ASSERT_TRUE(run({"all"}));
  EXPECT_NE(text.find("# after simplify\n"), std::string::npos) << text;
  EXPECT_NE(text.find("# after simplify (unchanged)\n# after annotate-entry\n"), std::string::npos) << text;
  // Named passes always show the module.
  ASSERT_TRUE(run({"simplify"}));
  EXPECT_EQ(text.find("bind-target"), std::string::npos);
  EXPECT_EQ(text.find("(unchanged)"), std::string::npos) << text;
}

TEST(Pipelines, NameRegisteredPasses) {
  TestTarget();
  for (const auto& pipeline : {GpuPipeline(), SimulatorPipeline()})
    for (std::string_view name : pipeline) EXPECT_NE(CurrentSnapshot().Find<PassRow>(name), nullptr) << name;
  auto* simulator = CurrentSnapshot().Find<PipelineRow>("simulator");
  ASSERT_NE(simulator, nullptr);
  EXPECT_EQ(simulator->passes(), SimulatorPipeline());
}

TEST(Pipelines, RunFromEndToEnd) {
  for (const auto& pipeline : {GpuPipeline(), SimulatorPipeline()}) {
    IRModule module = Lowered(pipeline, Small());
    ASSERT_TRUE(module.defined());
    EXPECT_EQ(module->functions.size(), 2u);
    EXPECT_EQ(module->functions[0]->calling_conv(), CallingConv::Packed);
  }
}

TEST(Pipelines, LongAndSharedIsNoTrouble) {
  TestTarget();
  Builder b;
  Var n("n", Int(64));
  Var a = b.Param("A", MakeTensorType(Int(64), {n, Int32(8)})), p = b.Param("p", Int(64));
  b.DeviceEntry({Int32(1)}, {Int32(4)}, [&] {
    Expr doubled = p;
    for (int i = 0; i < 60; ++i) doubled = Binary(BinaryOp::Add, doubled, doubled);
    for (int i = 0; i < kLongProgram; ++i) b.Store(a, {Int64(i % 8), Int64(1)}, i ? Expr(p) : doubled);
  });
  IRModule module = ModuleOf({b.Finish("main")});
  for (const auto& pipeline : {GpuPipeline(), SimulatorPipeline()})
    EXPECT_EQ(Lowered(pipeline, module)->functions.size(), 2u);
}

}  // namespace
}  // namespace tirx::pass
