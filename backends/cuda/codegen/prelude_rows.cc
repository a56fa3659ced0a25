// SPDX-License-Identifier: Apache-2.0
// What may stand at the head of a generated CUDA file. Each part is printed only where something needs it,
// because includes decide the compile time (design/architecture.md, section 7, has the figures); cuda/std/*
// is never included.
#include <vector>

#include "backends/cuda/codegen/rows.h"

namespace tirx::cuda {

using namespace codegen;  // NOLINT: the names of the type sets

namespace {

// clang-format off
constexpr PreludeRow kRows[] = {
    {.name = "fp16", .text = "#include <cuda_fp16.h>", .types_are_defined_first = false},
    {.name = "bf16", .text = "#include <cuda_bf16.h>", .types_are_defined_first = false},
    {.name = "fp8",  .text = "#include <cuda_fp8.h>", .types_are_defined_first = false},
    {.name = "fp6",  .text = "#include <cuda_fp6.h>", .types_are_defined_first = false},
    {.name = "fp4",  .text = "#include <cuda_fp4.h>", .types_are_defined_first = false},
    // The math functions and memcpy are built into both compilers.
    {.name = "math", .text = ""},
    {.name = "memcpy", .text = ""},
    // cuda.h's type, without its 25,000 lines (CUDA Driver API, "CUtensorMap": 128 opaque bytes, aligned to 64).
    {.name = "tensor_map",
     .text = "#ifndef CUDA_VERSION\n"
             "typedef struct alignas(64) CUtensorMap_st { unsigned long long opaque[16]; } CUtensorMap;\n"
             "#endif",
     .types_are_defined_first = false},
    {.name = "linear_thread_id",
     .text = "{fn} int linear_thread_id() {\n"
             "  return (int)(threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z));\n"
             "}"},
    {.name = "f32_to_i64", .text = "{fn} long long f32_to_i64(float x) { return x == x ? __float2ll_rz(x) : 0; }"},
    {.name = "f32_to_u64", .text = "{fn} unsigned long long f32_to_u64(float x) { return x == x ? __float2ull_rz(x) : 0; }"},
    {.name = "f64_to_i32", .text = "{fn} int f64_to_i32(double x) { return x == x ? __double2int_rz(x) : 0; }"},
    {.name = "f64_to_u32", .text = "{fn} unsigned int f64_to_u32(double x) { return x == x ? __double2uint_rz(x) : 0; }"},
    {.name = "f64_to_i64", .text = "{fn} long long f64_to_i64(double x) { return x == x ? __double2ll_rz(x) : 0; }"},
    {.name = "f64_to_u64", .text = "{fn} unsigned long long f64_to_u64(double x) { return x == x ? __double2ull_rz(x) : 0; }"},
    // The headers' types hold their bits in a public byte, `__x`; the bits above those of a smaller type are zero.
    {.name = "fp8_of_bits",
     .text = "{fn} {T} {t}_of_bits(unsigned char bits) {\n  {T} x;\n  x.__x = bits;\n  return x;\n}"},
    {.name = "fp6_of_bits",
     .text = "{fn} {T} {t}_of_bits(unsigned char bits) {\n  {T} x;\n  x.__x = bits & 0x3f;\n  return x;\n}"},
    {.name = "fp4_of_bits",
     .text = "{fn} {T} {t}_of_bits(unsigned char bits) {\n  {T} x;\n  x.__x = bits & 0xf;\n  return x;\n}"},
    // a * b + c, for a rounding to fewer digits afterwards: rounding to odd keeps what that needs (Boldo and Melquiond,
    // "Emulation of FMA and correctly rounded sums: proved algorithms using rounding to odd").
    {.name = "fma_to_odd",
     .text = "{fn} float fma_to_odd(float a, float b, float c) {\n"
             "  float y = __fmaf_rz(a, b, c);\n"
             "  return __fmaf_rd(a, b, c) == __fmaf_ru(a, b, c) ? y : __int_as_float(__float_as_int(y) | 1);\n"
             "}"},
    {.name = "copysign_half",
     .text = "{fn} {T} copysign_{t}({T} x, {T} y) {\n"
             "  unsigned short bits = (*(unsigned short*)&x & 0x7fff) | (*(unsigned short*)&y & 0x8000);\n"
             "  return *({T}*)&bits;\n"
             "}"},
    // ISO C's nextafter, for 16-bit floats: their patterns are in the order of their magnitudes.
    {.name = "nextafter_half",
     .text = "{fn} {T} nextafter_{t}({T} x, {T} y) {\n"
             "  float a = (float)x, b = (float)y;\n"
             "  if (a != a || b != b) return x + y;\n"
             "  if (a == b) return y;\n"
             "  unsigned short bits = *(unsigned short*)&x;\n"
             "  if (a == 0.0f)\n"
             "    bits = b < 0.0f ? 0x8001 : 1;\n"
             "  else\n"
             "    bits = (unsigned short)(bits + ((a < b) == (a > 0.0f) ? 1 : -1));\n"
             "  return *({T}*)&bits;\n"
             "}"},
};
// clang-format on

}  // namespace

std::span<const PreludeRow> PreludeRows() {
  static const auto* rows = [] {
    auto* all = new std::vector<PreludeRow>(std::begin(kRows), std::end(kRows));
    for (auto family : {ReductionPrelude(), AtomicPrelude(), IntrinsicPrelude(), Fp8PairPrelude()})
      all->insert(all->end(), family.begin(), family.end());
    return all;
  }();
  return *rows;
}

}  // namespace tirx::cuda
