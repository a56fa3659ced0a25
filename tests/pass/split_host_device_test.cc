// SPDX-License-Identifier: Apache-2.0
#include "long_program.h"
#include "pass/pass_fixture.h"

namespace tirx::pass {
namespace {

using namespace ir;  // NOLINT: tests are about IR

const std::vector<std::string_view> kSplit = {"bind-target", "split-host-device"};

class SplitHostDevice : public testing::Test {
 protected:
  SplitHostDevice() { TestTarget(); }
  static TensorType Floats(Array<Expr> shape, String scope = "global") {
    return MakeTensorType(Float(32), std::move(shape), std::move(scope));
  }
  static DK Refusal(Builder& b) {
    auto result = TryLower(kSplit, ModuleOf({b.Finish("main")}));
    EXPECT_FALSE(result.ok());
    return result.ok() ? DK::InvalidIR : result.diagnostics()[0].kind;
  }
  Builder b;
};

TEST_F(SplitHostDevice, ParametersAndLaunch) {
  Var n("n", Int(64));
  Var x = b.Param("x", Float(32)), a = b.Param("A", Floats({n})), c = b.Param("C", Floats({n}));
  b.DeviceEntry({CastInt(n, Int(32))}, {Int32(64), Int32(2)}, [&] {
    Var i = b.Bind("i", b.Op("gpu.block_idx", {}, {{"axis", String("x")}}));
    b.Store(c, {i}, b.Load(a, {i}) * x);
  });
  IRModule module = Lowered(kSplit, ModuleOf({b.Finish("main")}));
  ASSERT_EQ(module->functions.size(), 2u);
  EXPECT_EQ(
      BodyText(module, "main"),
      "T.launch_kernel(\n    \"main_kernel\", T.tensor_data_ptr(A), T.tensor_data_ptr(C), x, n, T.cast(n, "
      "\"int32\"), 64, 2\n)\n");
  Function kernel = module->functions[1];
  EXPECT_EQ(BodyText(module, "main_kernel"),
            "A = T.decl_tensor((n,), \"float32\", data=A_ptr)\n"
            "C = T.decl_tensor((n,), \"float32\", data=C_ptr)\n"
            "i = T.gpu.block_idx(\"x\")\n"
            "C[i] = A[i] * x\n");
  std::vector<std::string> names;
  for (const Var& param : kernel->params) names.push_back(std::string(param->name));
  EXPECT_EQ(names, (std::vector<std::string>{"A_ptr", "C_ptr", "x", "n"}));
  EXPECT_EQ(kernel->calling_conv(), CallingConv::DeviceKernel);
  EXPECT_EQ(kernel->attrs["tirx.launch_bounds"].cast<int64_t>(), 128);
  auto tags = kernel->attrs[attr::kLaunchParams].cast<Array<String>>();
  EXPECT_EQ(std::vector<String>(tags.begin(), tags.end()),
            (std::vector<String>{"blockIdx.x", "threadIdx.x", "threadIdx.y"}));
  auto extents = kernel->attrs["tirx.thread_extent"].cast<Attrs>();
  EXPECT_EQ(extents.size(), 2u);
  EXPECT_EQ(extents["threadIdx.y"].cast<int64_t>(), 2);
  EXPECT_FALSE(kernel->attrs[attr::kTarget].cast<target::Target>()->host.defined());
  Function host = module->functions[0];
  EXPECT_EQ(View(host->attrs[attr::kTarget].cast<target::Target>()->kind), "c");
  EXPECT_TRUE(host->attrs[attr::kIsHost].cast<bool>());
}

TEST_F(SplitHostDevice, SeveralEntriesAndHostCode) {
  Var a = b.Param("A", Floats({Int32(4)})), k = b.Param("k", Int(32));
  Var twice = b.Bind("twice", k * Int32(2));
  for (int entry = 0; entry < 2; ++entry)
    b.DeviceEntry({Int32(1)}, {Int32(1)}, [&] { b.Store(a, {Int32(entry)}, Cast(Float(32), twice)); });
  IRModule module = Lowered(kSplit, ModuleOf({b.Finish("main")}));
  ASSERT_EQ(module->functions.size(), 3u);
  EXPECT_EQ(module->functions[1]->name, "main_kernel");
  EXPECT_EQ(module->functions[2]->name, "main_kernel_1");
  EXPECT_EQ(BodyText(module, "main"),
            "twice = k * 2\n"
            "T.launch_kernel(\"main_kernel\", T.tensor_data_ptr(A), twice, 1, 1)\n"
            "T.launch_kernel(\"main_kernel_1\", T.tensor_data_ptr(A), twice, 1, 1)\n");
}

// The long part is not built again; what is left of the host function is, with new variables.
TEST_F(SplitHostDevice, TheFirstKernelTakesTheBodyOver) {
  Var a = b.Param("A", Floats({Int32(4)}));
  for (int entry = 0; entry < 2; ++entry)
    b.DeviceEntry({Int32(1)}, {Int32(1)}, [&] { b.Store(a, {Int32(entry)}, MakeFloat(Float(32), 1)); });
  IRModule module = Lowered(kSplit, ModuleOf({b.Finish("main")}));
  auto tensor = [&](std::string_view kernel) {
    return module.Find(kernel)->body.as<SeqNode>()->stmts[1].as<TensorStoreNode>()->tensor;
  };
  EXPECT_TRUE(tensor("main_kernel").same_as(a));
  EXPECT_FALSE(tensor("main_kernel_1").same_as(a));
  EXPECT_FALSE(module.Find("main")->params[0].same_as(a));
}

TEST_F(SplitHostDevice, ViewsShareTheirParameter) {
  Var a = b.Param("A", Floats({Int32(8), Int32(4)}));
  b.DeviceEntry({Int32(1)}, {Int32(1)}, [&] { b.Store(a, {Int32(1), Int32(2)}, MakeFloat(Float(32), 0)); });
  IRModule module =
      Lowered({"bind-target", "flatten-tensors", "split-host-device"}, ModuleOf({b.Finish("main")}));
  EXPECT_EQ(BodyText(module, "main"), "T.launch_kernel(\"main_kernel\", T.tensor_data_ptr(A), 1, 1)\n");
  EXPECT_EQ(BodyText(module, "main_kernel"),
            "A_1 = T.decl_tensor((32,), \"float32\", data=A_ptr)\nA_1[6] = 0.0\n");
}

TEST_F(SplitHostDevice, DynamicSharedMemory) {
  Var n = b.Param("n", Int(32));
  b.DeviceEntry({Int32(1)}, {Int32(1)}, [&] {
    Var s = b.Alloc("S", Floats({n}, "shared.dyn"));
    b.Store(s, {Int32(0)}, MakeFloat(Float(32), 0));
  });
  IRModule module = Lowered(kSplit, ModuleOf({b.Finish("main")}));
  EXPECT_EQ(BodyText(module, "main"),
            "T.launch_kernel(\"main_kernel\", n, 1, 1, T.cast(n, \"int64\") * 4)\n");
  auto tags = module->functions[1]->attrs[attr::kLaunchParams].cast<Array<String>>();
  EXPECT_EQ(tags.back(), "tirx.use_dyn_shared_memory");
}

TEST_F(SplitHostDevice, TheAuthorsSizeOfDynamicSharedMemory) {
  b.DeviceEntry({Int32(1)}, {Int32(1)}, [&] { b.Alloc("S", Floats({Int32(4)}, "shared.dyn")); },
                {{"dynamic_smem_bytes", Int32(64)}});
  EXPECT_EQ(BodyText(Lowered(kSplit, ModuleOf({b.Finish("main")})), "main"),
            "T.launch_kernel(\"main_kernel\", 1, 1, 64)\n");
}

TEST_F(SplitHostDevice, TwoDynamicTensors) {
  b.DeviceEntry({Int32(1)}, {Int32(1)}, [&] {
    b.Alloc("S", Floats({Int32(4)}, "shared.dyn"));
    b.Alloc("R", Floats({Int32(4)}, "shared.dyn"));
  });
  EXPECT_EQ(Refusal(b), DK::ManyDynamicTensors);
}

TEST_F(SplitHostDevice, EmptyLaunch) {
  // As passes can leave it; the verifier refuses it in what an author wrote.
  b.DeviceEntry({Int32(0)}, {Int32(1)}, [] {});
  PassContext context = TestContext();
  context.verify = false;
  auto result = RunPasses(ModuleOf({b.Finish("main")}), kSplit, context);
  ASSERT_FALSE(result.ok());
  EXPECT_EQ(result.diagnostics()[0].kind, DK::EmptyLaunch);
}

TEST_F(SplitHostDevice, UnknownLaunchField) {
  b.DeviceEntry({Int32(1)}, {Int32(1)}, [] {}, {{"warp_factor", Int32(9)}});
  EXPECT_EQ(Refusal(b), DK::UnknownLaunchField);
}

TEST_F(SplitHostDevice, FieldsOfAnotherBackend) {
  b.DeviceEntry({Int32(4)}, {Int32(1)}, [] {}, {{"cluster.x", Int32(2)}});
  EXPECT_EQ(Refusal(b), DK::UnknownLaunchField);  // CUDA's, and this target is not
}

TEST_F(SplitHostDevice, HostTensorsStayThere) {
  Var s = b.Alloc("S", Floats({Int32(4)}, "local"));
  b.DeviceEntry({Int32(1)}, {Int32(1)}, [&] { b.Store(s, {Int32(0)}, MakeFloat(Float(32), 0)); });
  EXPECT_EQ(Refusal(b), DK::DeviceUsesHostTensor);
}

TEST_F(SplitHostDevice, LongIsNoTrouble) {
  Var a = b.Param("A", Floats({Int32(8)})), x = b.Param("x", Float(32));
  b.DeviceEntry({Int32(1)}, {Int32(1)}, [&] {
    Expr doubled = x;
    for (int i = 0; i < 60; ++i) doubled = Binary(BinaryOp::Add, doubled, doubled);
    for (int i = 0; i < kLongProgram; ++i) b.Store(a, {Int32(i % 8)}, i ? Expr(x) : doubled);
  });
  IRModule module = Lowered(kSplit, ModuleOf({b.Finish("main")}));
  EXPECT_EQ(module->functions[1]->body.as<SeqNode>()->stmts.size(), size_t(kLongProgram) + 1);
}

}  // namespace
}  // namespace tirx::pass
