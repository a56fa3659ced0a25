// SPDX-License-Identifier: Apache-2.0
// Bit operations of CUDA beyond T.popcount and T.clz. Source: CUDA Math API Reference Manual, "Integer
// Intrinsics".
#include "backends/cuda/intrin/intrin.h"
#include "ir/op.h"
#include "sim/op_context.h"

namespace tirx::cuda {
namespace {

using ir::Operand;
using ir::OpRow;
using sim::OpContext;
namespace rule = ir::rule;

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

// Wraps as 32-bit integers do in hardware.
void SimDp4a(OpContext& ctx) {
  auto a = ctx.Arg<uint32_t>(0), b = ctx.Arg<uint32_t>(1), c = ctx.Arg<uint32_t>(2);
  const bool is_signed = sim::IsSigned(ctx.result_type());
  for (int lane = 0; lane < ctx.lanes(); ++lane) {
    uint32_t sum = c[lane];
    for (int i = 0; i < 4; ++i) {
      const uint8_t x = uint8_t(a[lane] >> (8 * i)), y = uint8_t(b[lane] >> (8 * i));
      sum += is_signed ? uint32_t(int(int8_t(x)) * int(int8_t(y))) : uint32_t(x) * y;
    }
    ctx.Result<uint32_t>()[lane] = sum;
  }
}

// clang-format off
const OpRow kRows[] = {
    {.name = "cuda.ffs", .params = {{Operand("x", kInteger32)}}, .type = rule::ReturnsInt32, .emit = "__ffs((int){0})", .sim = SimFfs,
     .doc = "The position of the lowest one bit, counted from 1; 0 when there is none.",
     .source = "CUDA Math API: __ffs"},
    {.name = "cuda.brev", .params = {{Operand("x", kU32)}}, .type = rule::ReturnsUInt32, .emit = "__brev({0})", .sim = SimBrev,
     .doc = "The bits in reverse order.", .source = "CUDA Math API: __brev"},
    {.name = "cuda.dp4a", .params = {{Operand("a", kInteger32), Operand("b", kInteger32), Operand("c", kInteger32)}}, .type = rule::SameTypes,
     .min_arch = "sm_61", .emit = "__dp4a({0}, {1}, {2})", .sim = SimDp4a,
     .doc = "c plus the sum of the products of the four bytes of a and b.", .source = "CUDA Math API: __dp4a"},
    {.name = "cuda.byte_perm", .params = {{Operand("x", kU32), Operand("y", kU32), Operand("selector", kU32)}}, .type = rule::ReturnsUInt32,
     .emit = "__byte_perm({0}, {1}, {2})", .sim = SimBytePerm,
     .doc = "Four bytes of the eight in y:x, each chosen by a nibble of the selector.",
     .source = "CUDA Math API: __byte_perm"},
};
// clang-format on

const ir::OpFamilyRow kFamily{"cuda bits", "Bit operations.", kRows};

}  // namespace

void RegisterBitIntrinsics(backend::Registrar& registrar) {
  registrar.AddFamily(kFamily);
}

}  // namespace tirx::cuda
