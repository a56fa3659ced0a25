// SPDX-License-Identifier: Apache-2.0
// From authored functions through the whole pipeline to CUDA that compiles.
#include "backends/cuda/codegen/cuda_kernel.h"
#include "pass/pass.h"
#include "pass/pipelines.h"

namespace tirx::cuda {
namespace {

using ir::BinaryOp;
using ir::Builder;
using ir::Expr;
using ir::Int32;
using ir::MakeFloat;
using ir::Var;

class PipelineText : public CudaText {
 protected:
  // The device functions that the pipeline makes of the function.
  std::string Text(const ir::Function& function) {
    auto target = target::Parse("cuda:sm_80");
    if (!target.ok()) return diag::Render(target.diagnostics());
    pass::PassContext context;
    context.target = *target;
    context.verify = true;
    auto module = pass::RunPasses(ir::IRModule({function}), pass::GpuPipeline(), context);
    if (!module.ok()) return diag::Render(module.diagnostics());
    Array<ir::Function> device;
    for (const ir::Function& f : (*module)->functions)
      if (f->calling_conv() == ir::CallingConv::DeviceKernel) device.push_back(f);
    return CompiledText(device);
  }
  Expr ThreadX(Builder& b) { return b.Op("gpu.thread_idx", {}, {{"axis", String("x")}}); }
  Expr BlockX(Builder& b) { return b.Op("gpu.block_idx", {}, {{"axis", String("x")}}); }
};

TEST_F(PipelineText, AddOne) {
  Builder b;
  Var n("n", Int(64));
  Var a = b.Param("A", ir::MakeTensorType(Float(32), {n}));
  Var out = b.Param("B", ir::MakeTensorType(Float(32), {n}));
  Expr blocks = ir::FloorDiv(n + ir::Int64(127), ir::Int64(128));
  b.DeviceEntry({ir::Cast(Int(32), blocks)}, {Int32(128)}, [&] {
    Var i = b.Bind("i", BlockX(b) * Int32(128) + ThreadX(b));
    Expr index = ir::Cast(Int(64), i);
    b.If(ir::Binary(BinaryOp::LT, index, n),
         [&] { b.Store(out, {index}, b.Load(a, {index}) + MakeFloat(Float(32), 1)); });
  });
  EXPECT_EQ(
      Text(b.Finish("add_one")),
      "extern \"C\" __global__ void __launch_bounds__(128) add_one_kernel(const float* __restrict__ A_ptr, "
      "float* __restrict__ B_ptr, long long n) {\n"
      "  int i = (int)blockIdx.x * 128 + (int)threadIdx.x;\n"
      "  if (i < n) {\n"
      "    B_ptr[i] = A_ptr[i] + 1.0f;\n"
      "  }\n"
      "}\n");
}

// C = A @ B, 16 x 16 tiles in shared memory, sums in a cell.
TEST_F(PipelineText, TiledMatmul) {
  Builder b;
  auto matrix = [&](const char* name) {
    return b.Param(name, ir::MakeTensorType(Float(32), {Int32(256), Int32(256)}));
  };
  Var a = matrix("A"), w = matrix("B"), c = matrix("C");
  b.DeviceEntry({Int32(16), Int32(16)}, {Int32(16), Int32(16)}, [&] {
    auto index = [&](const char* op, const char* axis) { return b.Op(op, {}, {{"axis", String(axis)}}); };
    Var tx = b.Bind("tx", index("gpu.thread_idx", "x")), ty = b.Bind("ty", index("gpu.thread_idx", "y"));
    Var row = b.Bind("row", index("gpu.block_idx", "y") * Int32(16) + ty);
    Var column = b.Bind("column", index("gpu.block_idx", "x") * Int32(16) + tx);
    Var tile_a = b.Alloc("tile_a", ir::MakeTensorType(Float(32), {Int32(16), Int32(16)}, "shared"));
    Var tile_b = b.Alloc("tile_b", ir::MakeTensorType(Float(32), {Int32(16), Int32(16)}, "shared"));
    Var sum = b.Alloc("sum", ir::MakeTensorType(Float(32), {Int32(1)}, "local", {}, Expr(), 0, true));
    b.Store(sum, {Int32(0)}, MakeFloat(Float(32), 0));
    b.For("k", Int32(0), Int32(16), [&](Var k) {
      b.Store(tile_a, {ty, tx}, b.Load(a, {row, k * Int32(16) + tx}));
      b.Store(tile_b, {ty, tx}, b.Load(w, {k * Int32(16) + ty, column}));
      b.Evaluate(b.Op("gpu.sync", {}));
      b.For("i", Int32(0), Int32(16), [&](Var i) {
        b.Store(sum, {Int32(0)}, b.Load(sum, {Int32(0)}) + b.Load(tile_a, {ty, i}) * b.Load(tile_b, {i, tx}));
      });
      b.Evaluate(b.Op("gpu.sync", {}));
    });
    b.Store(c, {row, column}, b.Load(sum, {Int32(0)}));
  });
  EXPECT_EQ(
      Text(b.Finish("matmul")),
      "extern \"C\" __global__ void __launch_bounds__(256) matmul_kernel(const float* __restrict__ A_ptr, "
      "const float* __restrict__ B_ptr, float* __restrict__ C_ptr) {\n"
      "  int tx = (int)threadIdx.x;\n"
      "  int ty = (int)threadIdx.y;\n"
      "  int row = (int)blockIdx.y * 16 + ty;\n"
      "  int column = (int)blockIdx.x * 16 + tx;\n"
      "  __shared__ alignas(16) float tile_a[256];\n"
      "  __shared__ alignas(16) float tile_b[256];\n"
      "  float sum = 0.0f;\n"
      "  for (int k = 0; k < 16; ++k) {\n"
      "    tile_a[ty * 16 + tx] = A_ptr[row * 256 + k * 16 + tx];\n"
      "    tile_b[ty * 16 + tx] = B_ptr[(k * 16 + ty) * 256 + column];\n"
      "    __syncthreads();\n"
      "    for (int i = 0; i < 16; ++i) {\n"
      "      sum = sum + tile_a[ty * 16 + i] * tile_b[i * 16 + tx];\n"
      "    }\n"
      "    __syncthreads();\n"
      "  }\n"
      "  C_ptr[row * 256 + column] = sum;\n"
      "}\n");
}

}  // namespace
}  // namespace tirx::cuda
