// SPDX-License-Identifier: Apache-2.0
// The form of generated kernels and device functions.
#include "backends/cuda/codegen/cuda_kernel.h"

namespace tirx::cuda {
namespace {

using ir::Builder;
using ir::Expr;
using ir::Int32;
using ir::Var;

class KernelText : public CudaText {};

TEST_F(KernelText, Signature) {
  Builder b;
  b.Param("A_ptr", ir::PointerType(ir::PrimType(Float(32))));
  b.Param("A_map", ir::TensorMapType::Make());
  EXPECT_NE(
      CompiledText({Kernel(b, "main_kernel")})
          .find("extern \"C\" __global__ void __launch_bounds__(128) main_kernel(float* __restrict__ A_ptr, "
                "const __grid_constant__ CUtensorMap A_map) {"),
      std::string::npos);
}

TEST_F(KernelText, AddOne) {
  Builder b;
  Var a = FlatTensor(b, "A", Float(32), 1024);
  Var out = FlatTensor(b, "B", Float(32), 1024);
  Var n = b.Param("n", Int(32));
  Var bx = b.Bind("bx", b.Op("gpu.block_idx", {}, {{"axis", String("x")}}));
  Var tx = b.Bind("tx", b.Op("gpu.thread_idx", {}, {{"axis", String("x")}}));
  Var i = b.Bind("i", bx * Int32(128) + tx);
  b.If(ir::FoldBinary(ir::BinaryOp::LT, i, n),
       [&] { b.Store(out, {i}, b.Load(a, {i}) + ir::MakeFloat(Float(32), 1)); });
  EXPECT_EQ(
      CompiledText({Kernel(b, "add_one_kernel")}),
      "extern \"C\" __global__ void __launch_bounds__(128) add_one_kernel(const float* __restrict__ A_ptr, "
      "float* __restrict__ B_ptr, int n) {\n"
      "  int bx = (int)blockIdx.x;\n"
      "  int tx = (int)threadIdx.x;\n"
      "  int i = bx * 128 + tx;\n"
      "  if (i < n) {\n"
      "    B_ptr[i] = A_ptr[i] + 1.0f;\n"
      "  }\n"
      "}\n");
}

// Only what is loaded from, and used for nothing else.
TEST_F(KernelText, ReadOnlyPointersAreConst) {
  Builder b;
  Var read = FlatTensor(b, "A", Float(32), 8), both = FlatTensor(b, "B", Float(32), 8),
      added = FlatTensor(b, "C", Float(32), 8), taken = FlatTensor(b, "D", Float(32), 8);
  b.Param("unused", ir::PointerType(ir::PrimType(Float(32))));
  auto at = [&](const Var& tensor) { return b.Load(tensor, {Int32(0)}); };
  b.Store(both, {Int32(0)}, at(read) + at(both));
  b.Evaluate(b.Op("gpu.atomic_add", {at(added), at(read)}));
  b.Bind("address", b.Op("address_of", {at(taken)}));
  std::string text = CompiledText({Kernel(b, "k")});
  EXPECT_NE(
      text.find("(const float* __restrict__ A_ptr, float* __restrict__ B_ptr, float* __restrict__ C_ptr, "
                "float* __restrict__ D_ptr, float* __restrict__ unused)"),
      std::string::npos)
      << text;
}

TEST_F(KernelText, DeviceFunctionsArePrototypedFirst) {
  Builder helper;
  Var x = helper.Param("a", Float(32)), y = helper.Param("b", Float(32));
  helper.Return(x + y);
  ir::Function add = helper.Finish("add", ir::PrimType(Float(32)), false);
  Builder b;
  Var a = FlatTensor(b, "A", Float(32), 8);
  b.Store(a, {Int32(0)},
          b.CallFunction("add", ir::PrimType(Float(32)), {b.Load(a, {Int32(0)}), b.Load(a, {Int32(1)})}));
  b.Return(Int32(0));
  std::string text = CompiledText({Kernel(b, "k"), add});
  EXPECT_NE(text.find("extern \"C\" __device__ float add(float a, float b);\n"), std::string::npos) << text;
  EXPECT_NE(text.find("extern \"C\" __device__ float add(float a, float b) {\n  return (a + b);\n}"),
            std::string::npos);
  EXPECT_NE(text.find("  return;\n"), std::string::npos);
  EXPECT_EQ(text.find("return 0;"), std::string::npos);
}

TEST_F(KernelText, LaunchBounds) {
  auto header = [](int64_t threads, Attrs attrs) {
    Builder b;
    auto source = Generate({Kernel(b, "k", threads, attrs)});
    return source.ok() ? source->text : diag::Render(source.diagnostics());
  };
  EXPECT_EQ(header(1, {}), "extern \"C\" __global__ void k() {\n}\n");
  EXPECT_EQ(header(64, {{"tirx.launch_bounds_min_blocks_per_sm", int64_t(2)}}),
            "extern \"C\" __global__ void __launch_bounds__(64, 2) k() {\n}\n");
  EXPECT_EQ(header(64, {{"tirx.max_registers", int64_t(40)}}),
            "extern \"C\" __global__ void __maxnreg__(40) k() {\n}\n");
  EXPECT_NE(header(64, {{"tirx.launch_bounds_max_blocks_per_cluster", int64_t(2)}}).find("[BadAttribute]"),
            std::string::npos);
}

TEST_F(KernelText, Loops) {
  Builder b;
  Var a = FlatTensor(b, "A", Int(32), 1024);
  b.For(
      "i", Int32(0), Int32(960), [&](Var i) { b.Store(a, {i}, i); }, ir::ForKind::Serial, Int32(96));
  b.For(
      "j", Int32(0), Int32(4), [&](Var j) { b.Store(a, {j}, j); }, ir::ForKind::Unrolled);
  b.For("j", Int32(2), b.Load(a, {Int32(0)}), [&](Var j) { b.Store(a, {j}, j); }, ir::ForKind::Serial, Expr(),
        {{"pragma_unroll_factor", int64_t(4)}});
  Var cell = b.Alloc("x", ir::MakeTensorType(Int(32), {Int32(1)}, "local", {}, Expr(), 0, true));
  b.Store(cell, {Int32(0)}, Int32(8));
  b.While(ir::FoldBinary(ir::BinaryOp::GT, b.Load(cell, {Int32(0)}), Int32(0)),
          [&] { b.Store(cell, {Int32(0)}, b.Load(cell, {Int32(0)}) - Int32(1)); });
  EXPECT_EQ(CompiledText({Kernel(b, "k")}),
            "extern \"C\" __global__ void __launch_bounds__(128) k(int* __restrict__ A_ptr) {\n"
            "  for (int i = 0; i < 960; i += 96) {\n"
            "    A_ptr[i] = i;\n"
            "  }\n"
            "  #pragma unroll\n"
            "  for (int j = 0; j < 4; ++j) {\n"
            "    A_ptr[j] = j;\n"
            "  }\n"
            "  int end = 2 + A_ptr[0];\n"
            "  #pragma unroll 4\n"
            "  for (int j_1 = 2; j_1 < end; ++j_1) {\n"
            "    A_ptr[j_1] = j_1;\n"
            "  }\n"
            "  int x = 8;\n"
            "  while (x > 0) {\n"
            "    x = x - 1;\n"
            "  }\n"
            "}\n");
}

TEST_F(KernelText, Branches) {
  Builder b;
  Var a = FlatTensor(b, "A", Int(32), 8);
  Var n = b.Param("n", Int(32));
  auto less = [&](int64_t limit) { return ir::Binary(ir::BinaryOp::LT, n, Int32(limit)); };
  auto set = [&](int64_t value) { b.Store(a, {Int32(0)}, Int32(value)); };
  auto bump = [&] { return b.Op("gpu.atomic_add", {b.Load(a, {Int32(1)}), Int32(1)}); };
  b.If(
      less(0), [&] { set(0); },
      [&] {
        b.If(
            less(1), [&] { b.Store(a, {Int32(0)}, ir::FloorDiv(n, Int32(3))); }, [&] { set(2); });
      });
  Expr twice = ir::Binary(ir::BinaryOp::LT, bump() + bump(), Int32(4));
  b.While(twice, [&] { b.If(less(5), [&] { b.Break(); }); });
  b.If(
      less(6), [&] { set(3); }, [&] { b.If(twice, [&] { set(4); }); });
  EXPECT_EQ(CompiledText({Kernel(b, "k")}),
            "extern \"C\" __global__ void __launch_bounds__(128) k(int* __restrict__ A_ptr, int n) {\n"
            "  if (n < 0) {\n"
            "    A_ptr[0] = 0;\n"
            "  } else if (n < 1) {\n"
            "    A_ptr[0] = n / 3;\n"
            "  } else {\n"
            "    A_ptr[0] = 2;\n"
            "  }\n"
            "  while (true) {\n"
            "    int value = atomicAdd(&A_ptr[1], 1);\n"
            "    int value_1 = atomicAdd(&A_ptr[1], 1);\n"
            "    if (!(value + value_1 < 4)) break;\n"
            "    if (n < 5) {\n"
            "      break;\n"
            "    }\n"
            "  }\n"
            "  if (n < 6) {\n"
            "    A_ptr[0] = 3;\n"
            "  } else {\n"
            "    int value_2 = atomicAdd(&A_ptr[1], 1);\n"
            "    int value_3 = atomicAdd(&A_ptr[1], 1);\n"
            "    if (value_2 + value_3 < 4) {\n"
            "      A_ptr[0] = 4;\n"
            "    }\n"
            "  }\n"
            "}\n");
}

TEST_F(KernelText, SharedMemory) {
  Builder b;
  Var a = FlatTensor(b, "A", Float(32), 64);
  Var s = b.Alloc("S", ir::MakeTensorType(Float(32), {Int32(64)}, "shared", {}, Expr(), 128));
  Var d = b.Alloc("D", ir::MakeTensorType(Float(16), {Int32(64)}, "shared.dyn"));
  Var r = b.Alloc("R", ir::MakeTensorType(Float(32), {Int32(4)}, "local"));
  Var tx = b.Bind("tx", b.Op("gpu.thread_idx", {}, {{"axis", String("x")}}));
  b.Store(s, {tx}, b.Load(a, {tx}));
  b.Store(d, {tx}, ir::Cast(Float(16), b.Load(a, {tx})));
  b.Evaluate(b.Op("gpu.sync", {}));
  b.Store(r, {Int32(0)}, b.Load(s, {Int32(63) - tx}));
  b.Store(a, {tx}, b.Load(r, {Int32(0)}) + ir::Cast(Float(32), b.Load(d, {tx})));
  EXPECT_EQ(CompiledText({Kernel(b, "k", 64)}),
            "#include <cuda_fp16.h>\n"
            "\n"
            "extern \"C\" __global__ void __launch_bounds__(64) k(float* __restrict__ A_ptr) {\n"
            "  __shared__ alignas(128) float S[64];\n"
            "  extern __shared__ __align__(16) half D[];\n"
            "  float R[4];\n"
            "  int tx = (int)threadIdx.x;\n"
            "  S[tx] = A_ptr[tx];\n"
            "  D[tx] = __float2half_rn(A_ptr[tx]);\n"
            "  __syncthreads();\n"
            "  R[0] = S[63 - tx];\n"
            "  A_ptr[tx] = R[0] + __half2float(D[tx]);\n"
            "}\n");
}

TEST_F(KernelText, TwoKernelsDoNotShareDynamicMemoryNames) {
  auto kernel = [](const char* name, DType t) {
    Builder b;
    Var a = FlatTensor(b, "A", t, 64);
    Var d = b.Alloc("D", ir::MakeTensorType(t, {Int32(64)}, "shared.dyn"));
    b.Store(d, {Int32(0)}, b.Load(a, {Int32(0)}));
    return Kernel(b, name);
  };
  std::string text = CompiledText({kernel("k1", Float(32)), kernel("k2", Float(16))});
  EXPECT_NE(text.find("float D[];"), std::string::npos) << text;
  EXPECT_NE(text.find("half D_1[];"), std::string::npos) << text;
}

TEST_F(KernelText, NamesAvoidWordsOfTheLanguage) {
  Builder b;
  Var a = FlatTensor(b, "float", Float(32), 64);
  Var threads = b.Bind("threadIdx", b.Op("gpu.thread_idx", {}, {{"axis", String("x")}}));
  Var mine = b.Bind("min", ir::FoldBinary(ir::BinaryOp::Min, threads, Int32(7)));
  Var helper = b.Bind("floordiv_i32", ir::FloorDiv(b.Bind("b\xc3\xa9", mine - Int32(9)), Int32(3)));
  b.Store(a, {helper + Int32(3)}, ir::MakeFloat(Float(32), 0));
  std::string text = CompiledText({Kernel(b, "k")});
  EXPECT_NE(text.find("int threadIdx_1 = (int)threadIdx.x;\n  int min_1 = min(threadIdx_1, 7);"),
            std::string::npos)
      << text;
  EXPECT_NE(text.find("int v_floordiv_i32 = floordiv_i32(b_, 3);"), std::string::npos) << text;
  Builder bad;
  auto refused = Generate({Kernel(bad, "printf")});
  ASSERT_FALSE(refused.ok());
  EXPECT_EQ(refused.diagnostics()[0].kind, DK::CodegenReservedName);
}

TEST_F(KernelText, LinesKnowTheirPlaceInTheScript) {
  SourceFile file("k.py", "a\nb\nc\n");
  Builder b;
  b.SetSpan(Span(file, 1, 1, 1, 2));
  Var a = FlatTensor(b, "A", Float(32), 64);
  b.SetSpan(Span(file, 2, 1, 2, 2));
  b.Store(a, {Int32(0)}, ir::MakeFloat(Float(32), 0));
  b.SetSpan(Span(file, 1, 1, 1, 2));
  auto source = Generate({Kernel(b, "k")});
  ASSERT_TRUE(source.ok());
  ASSERT_EQ(source->line_spans.size(), 3u);
  EXPECT_EQ(ToString(source->line_spans[0]), "k.py:1:1");
  EXPECT_EQ(ToString(source->line_spans[1]), "k.py:2:1");
  EXPECT_EQ(ToString(source->line_spans[2]), "k.py:1:1");
}

TEST_F(KernelText, KernelSignature) {
  Builder b;
  FlatTensor(b, "A", Float(32), 64);
  b.Param("n", Int(64));
  b.Param("map", ir::TensorMapType::Make());
  auto source = Generate({Kernel(b, "k")});
  ASSERT_TRUE(source.ok());
  ASSERT_EQ(source->kernels.size(), 1u);
  const codegen::KernelSignature& k = source->kernels[0];
  EXPECT_EQ(k.name, "k");
  EXPECT_EQ(k.arg_types, (std::vector<DType>{Handle(), Int(64), Handle()}));
  EXPECT_EQ(k.arg_extra_tags, (std::vector<int32_t>{0, 0, 1}));
  EXPECT_EQ(k.launch_tags, (std::vector<std::string>{"blockIdx.x", "threadIdx.x"}));
}

TEST_F(KernelText, AssertTraps) {
  Builder b;
  Var n = b.Param("n", Int(64));
  b.Assert(ir::FoldBinary(ir::BinaryOp::GT, n, ir::Int64(0)), "ValueError",
           {ir::StringImm("100% \"n\" is "), n, ir::StringImm("\n")});
  EXPECT_EQ(CompiledText({Kernel(b, "k")}),
            "extern \"C\" __global__ void __launch_bounds__(128) k(long long n) {\n"
            "  if (!(n > 0LL)) {\n"
            "    printf(\"100%% \\\"n\\\" is %lld\\012\\012\", n);\n"
            "    __trap();\n"
            "  }\n"
            "}\n");
}

TEST_F(KernelText, TwoDynamicAllocationsAreRefused) {
  Builder b;
  b.Alloc("D", ir::MakeTensorType(Float(16), {Int32(64)}, "shared.dyn"));
  b.Alloc("E", ir::MakeTensorType(Float(16), {Int32(64)}, "shared.dyn"));
  b.Alloc("F", ir::MakeTensorType(Float(16), {b.Param("n", Int(32))}, "local"));
  b.Alloc("G", ir::MakeTensorType(Float(16), {Int32(64)}, "moon"));
  auto refused = Generate({Kernel(b, "k")});
  ASSERT_FALSE(refused.ok());
  ASSERT_EQ(refused.diagnostics().size(), 3u);
  EXPECT_EQ(refused.diagnostics()[0].kind, DK::CodegenTwoDynamicShared);
  EXPECT_EQ(refused.diagnostics()[1].kind, DK::CodegenDynamicExtent);
  EXPECT_EQ(refused.diagnostics()[2].kind, DK::CodegenNoScope);
}

}  // namespace
}  // namespace tirx::cuda
