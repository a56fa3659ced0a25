// SPDX-License-Identifier: Apache-2.0
// Bit operations of CUDA beyond T.popcount and T.clz. Source: CUDA Math API Reference Manual, "Integer
// Intrinsics".
#include "backends/cuda/intrin/intrin.h"
#include "ir/op.h"
#include "sim/op_context.h"

namespace tirx::cuda {
namespace {

using ir::Expr;
using ir::OpRow;
using ir::Type;
using sim::OpContext;
namespace rule = ir::rule;

Result<Type> Words(const OpRow& row, const Array<Expr>& args, const Attrs& attrs, const Span& span) {
  for (const Expr& arg : args)
    if (arg->dtype() != UInt(32))
      return Fail(DK::WrongOperandType, span,
                  {"`T." + std::string(row.name) + "`", "x", ir::TypeName(arg->ty), "uint32"});
  return rule::ReturnsUInt32(row, args, attrs, span);
}

Result<Type> Int32OfWord(const OpRow& row, const Array<Expr>& args, const Attrs& attrs, const Span& span) {
  if (DType t = args[0]->dtype(); !IsInteger(t) || t.bits != 32 || t.lanes != 1)
    return Fail(DK::WrongOperandType, span,
                {"`T." + std::string(row.name) + "`", "x", ir::TypeName(args[0]->ty), "int32 or uint32"});
  return rule::ReturnsInt32(row, args, attrs, span);
}

void SimFfs(OpContext& ctx) {
  auto x = ctx.Arg<uint32_t>(0);
  for (int lane = 0; lane < ctx.lanes(); ++lane) ctx.Result<int32_t>()[lane] = __builtin_ffs(int(x[lane]));
}

void SimBrev(OpContext& ctx) {
  auto x = ctx.Arg<uint32_t>(0);
  for (int lane = 0; lane < ctx.lanes(); ++lane) {
    uint32_t reversed = 0;
    for (int bit = 0; bit < 32; ++bit) reversed |= (x[lane] >> bit & 1u) << (31 - bit);
    ctx.Result<uint32_t>()[lane] = reversed;
  }
}

// Each selector nibble picks one of the eight bytes of y:x; its top bit is ignored (the intrinsic's default
// mode).
void SimBytePerm(OpContext& ctx) {
  auto x = ctx.Arg<uint32_t>(0), y = ctx.Arg<uint32_t>(1), selector = ctx.Arg<uint32_t>(2);
  for (int lane = 0; lane < ctx.lanes(); ++lane) {
    uint64_t bytes = uint64_t(y[lane]) << 32 | x[lane];
    uint32_t result = 0;
    for (int i = 0; i < 4; ++i)
      result |= uint32_t(bytes >> (selector[lane] >> (4 * i) & 7) * 8 & 0xff) << (8 * i);
    ctx.Result<uint32_t>()[lane] = result;
  }
}

// clang-format off
const OpRow kRows[] = {
    {.name = "cuda.ffs", .params = {{{"x"}}}, .type = Int32OfWord, .emit = "__ffs((int){0})", .sim = SimFfs,
     .doc = "The position of the lowest one bit, counted from 1; 0 when there is none.",
     .source = "CUDA Math API: __ffs"},
    {.name = "cuda.brev", .params = {{{"x"}}}, .type = Words, .emit = "__brev({0})", .sim = SimBrev,
     .doc = "The bits in reverse order.", .source = "CUDA Math API: __brev"},
    {.name = "cuda.byte_perm", .params = {{{"x"}, {"y"}, {"selector"}}}, .type = Words,
     .emit = "__byte_perm({0}, {1}, {2})", .sim = SimBytePerm,
     .doc = "Four bytes of the eight in y:x, each chosen by a nibble of the selector.",
     .source = "CUDA Math API: __byte_perm"},
};
// clang-format on

}  // namespace

void RegisterBitIntrinsics(backend::Registrar& registrar) {
  registrar.Add(kRows);
}

}  // namespace tirx::cuda
