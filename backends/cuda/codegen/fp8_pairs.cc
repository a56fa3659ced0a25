// SPDX-License-Identifier: Apache-2.0
// Conversions between vectors of fp8 and of wider floats, two lanes at a time: before sm_89 the headers
// compute them, from then on a pair is one instruction, as one lane is (PTX ISA, "cvt", .e4m3x2 and .e5m2x2).
// The bits are those of the conversions of one lane in cast_rows.cc: the same functions on both halves,
// bfloat16 through float32.
#include "backends/cuda/codegen/rows.h"

namespace tirx::cuda {

using namespace codegen;  // NOLINT: the names of the type sets

namespace {

// clang-format off
constexpr CastRow kCasts[] = {
    {kF32,  kE4M3FN, "{t}_of_{t0}({0}, __NV_E4M3)", "fp8_of_f32"},
    {kF32,  kE5M2,   "{t}_of_{t0}({0}, __NV_E5M2)", "fp8_of_f32"},
    {kF16,  kE4M3FN, "{t}_of_{t0}({0}, __NV_E4M3)", "fp8_of_f16"},
    {kF16,  kE5M2,   "{t}_of_{t0}({0}, __NV_E5M2)", "fp8_of_f16"},
    {kBF16, kE4M3FN, "{t}_of_{t0}({0}, __NV_E4M3)", "fp8_of_bf16"},
    {kBF16, kE5M2,   "{t}_of_{t0}({0}, __NV_E5M2)", "fp8_of_bf16"},
    {kE4M3FN, kF32,  "{t}_of_{t0}({0}, __NV_E4M3)", "f32_of_fp8"},
    {kE5M2,   kF32,  "{t}_of_{t0}({0}, __NV_E5M2)", "f32_of_fp8"},
    {kE4M3FN, kF16,  "{t}_of_{t0}({0}, __NV_E4M3)", "f16_of_fp8"},
    {kE5M2,   kF16,  "{t}_of_{t0}({0}, __NV_E5M2)", "f16_of_fp8"},
    {kE4M3FN, kBF16, "{t}_of_{t0}({0}, __NV_E4M3)", "bf16_of_fp8"},
    {kE5M2,   kBF16, "{t}_of_{t0}({0}, __NV_E5M2)", "bf16_of_fp8"},
};

// CUDA Math API, "FP8 Conversion and Data Movement". The lower half of a pair is the lower lane.
constexpr PreludeRow kPrelude[] = {
    {.name = "fp8_of_f32",
     .text = "{fn} {T} {t}_of_{f}({F} x, __nv_fp8_interpretation_t format) {\n"
             "  {T} y;\n"
             "  for (int i = 0; i < int(sizeof({T}) / 2); ++i)\n"
             "    ((__nv_fp8x2_storage_t*)&y)[i] = __nv_cvt_float2_to_fp8x2(((float2*)&x)[i], __NV_SATFINITE, format);\n"
             "  return y;\n"
             "}"},
    {.name = "fp8_of_f16",
     .text = "{fn} {T} {t}_of_{f}({F} x, __nv_fp8_interpretation_t format) {\n"
             "  {T} y;\n"
             "  for (int i = 0; i < int(sizeof({T}) / 2); ++i)\n"
             "    ((__nv_fp8x2_storage_t*)&y)[i] = __nv_cvt_halfraw2_to_fp8x2(((half2*)&x)[i], __NV_SATFINITE, format);\n"
             "  return y;\n"
             "}"},
    {.name = "fp8_of_bf16",
     .text = "{fn} {T} {t}_of_{f}({F} x, __nv_fp8_interpretation_t format) {\n"
             "  {T} y;\n"
             "  for (int i = 0; i < int(sizeof({T}) / 2); ++i)\n"
             "    ((__nv_fp8x2_storage_t*)&y)[i] =\n"
             "        __nv_cvt_float2_to_fp8x2(__bfloat1622float2(((nv_bfloat162*)&x)[i]), __NV_SATFINITE, format);\n"
             "  return y;\n"
             "}"},
    {.name = "f32_of_fp8",
     .text = "{fn} {T} {t}_of_{f}({F} x, __nv_fp8_interpretation_t format) {\n"
             "  {T} y;\n"
             "  for (int i = 0; i < int(sizeof({F}) / 2); ++i)\n"
             "    ((float2*)&y)[i] = __half22float2(__nv_cvt_fp8x2_to_halfraw2(((__nv_fp8x2_storage_t*)&x)[i], format));\n"
             "  return y;\n"
             "}",
     .needs = "fp16"},
    {.name = "f16_of_fp8",
     .text = "{fn} {T} {t}_of_{f}({F} x, __nv_fp8_interpretation_t format) {\n"
             "  {T} y;\n"
             "  for (int i = 0; i < int(sizeof({F}) / 2); ++i)\n"
             "    ((half2*)&y)[i] = __nv_cvt_fp8x2_to_halfraw2(((__nv_fp8x2_storage_t*)&x)[i], format);\n"
             "  return y;\n"
             "}"},
    {.name = "bf16_of_fp8",
     .text = "{fn} {T} {t}_of_{f}({F} x, __nv_fp8_interpretation_t format) {\n"
             "  {T} y;\n"
             "  for (int i = 0; i < int(sizeof({F}) / 2); ++i)\n"
             "    ((nv_bfloat162*)&y)[i] = __float22bfloat162_rn(\n"
             "        __half22float2(__nv_cvt_fp8x2_to_halfraw2(((__nv_fp8x2_storage_t*)&x)[i], format)));\n"
             "  return y;\n"
             "}",
     .needs = "fp16"},
};
// clang-format on

}  // namespace

std::span<const CastRow> VectorCastRows() {
  return kCasts;
}

std::span<const PreludeRow> Fp8PairPrelude() {
  return kPrelude;
}

}  // namespace tirx::cuda
