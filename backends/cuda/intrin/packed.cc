// SPDX-License-Identifier: Apache-2.0
// Several narrow values in one word: conversion and arithmetic. A pair of float32 is a word of 64 bits, pairs
// of 16-bit floats and quadruples of 8-bit floats are words of 32 bits; the first value is lowest.
#include <algorithm>
#include <cmath>
#include <cstring>

#include "backends/cuda/intrin/intrin.h"
#include "base/float_format.h"
#include "ir/op.h"
#include "sim/extremes.h"
#include "sim/ops/semantics.h"

namespace tirx::cuda {
namespace {

using ir::Operand;
using ir::OpRow;
using sim::OpContext;
namespace rule = ir::rule;

using sim::BitsAs;

uint64_t Pair(float x, float y) {
  return uint64_t(BitsAs<uint32_t>(y)) << 32 | BitsAs<uint32_t>(x);
}
float Low(uint64_t pair) {
  return BitsAs<float>(uint32_t(pair));
}
float High(uint64_t pair) {
  return BitsAs<float>(uint32_t(pair >> 32));
}

void SimMakeFloat2(OpContext& ctx) {
  auto x = ctx.Arg<float>(0), y = ctx.Arg<float>(1);
  for (int lane = 0; lane < ctx.lanes(); ++lane) ctx.Result<uint64_t>()[lane] = Pair(x[lane], y[lane]);
}
void SimFloat2X(OpContext& ctx) {
  auto pair = ctx.Arg<uint64_t>(0);
  for (int lane = 0; lane < ctx.lanes(); ++lane) ctx.Result<float>()[lane] = Low(pair[lane]);
}
void SimFloat2Y(OpContext& ctx) {
  auto pair = ctx.Arg<uint64_t>(0);
  for (int lane = 0; lane < ctx.lanes(); ++lane) ctx.Result<float>()[lane] = High(pair[lane]);
}

template <class F>
void Map2(OpContext& ctx, F&& combine) {
  auto a = ctx.Arg<uint64_t>(0), b = ctx.Arg<uint64_t>(1);
  for (int lane = 0; lane < ctx.lanes(); ++lane)
    ctx.Result<uint64_t>()[lane] =
        Pair(combine(Low(a[lane]), Low(b[lane])), combine(High(a[lane]), High(b[lane])));
}
void SimAdd2(OpContext& ctx) {
  Map2(ctx, [](float a, float b) { return a + b; });
}
void SimMul2(OpContext& ctx) {
  Map2(ctx, [](float a, float b) { return a * b; });
}
void SimFma2(OpContext& ctx) {
  auto a = ctx.Arg<uint64_t>(0), b = ctx.Arg<uint64_t>(1), c = ctx.Arg<uint64_t>(2);
  for (int i = 0; i < ctx.lanes(); ++i)
    ctx.Result<uint64_t>()[i] =
        Pair(std::fma(Low(a[i]), Low(b[i]), Low(c[i])), std::fma(High(a[i]), High(b[i]), High(c[i])));
}

// Traits of a 16-bit float.
template <class T>
uint32_t Pack(float x, float y) {
  return uint32_t(T::Encode(T::Norm(y))) << 16 | T::Encode(T::Norm(x));
}
template <class T>
void SimPack(OpContext& ctx) {
  auto x = ctx.Arg<float>(0), y = ctx.Arg<float>(1);
  for (int lane = 0; lane < ctx.lanes(); ++lane) ctx.Result<uint32_t>()[lane] = Pack<T>(x[lane], y[lane]);
}
template <class T>
void SimPackPair(OpContext& ctx) {
  auto pair = ctx.Arg<uint64_t>(0);
  for (int lane = 0; lane < ctx.lanes(); ++lane)
    ctx.Result<uint32_t>()[lane] = Pack<T>(Low(pair[lane]), High(pair[lane]));
}
template <class T>
void SimUnpack(OpContext& ctx) {
  auto pair = ctx.Arg<uint32_t>(0);
  for (int lane = 0; lane < ctx.lanes(); ++lane)
    ctx.Result<uint64_t>()[lane] =
        Pair(T::Decode(uint16_t(pair[lane])), T::Decode(uint16_t(pair[lane] >> 16)));
}

template <class F>
void MapBFloats(OpContext& ctx, F&& combine) {
  using T = sim::BFloatTraits;
  auto a = ctx.Arg<uint32_t>(0), b = ctx.Arg<uint32_t>(1);
  for (int i = 0; i < ctx.lanes(); ++i)
    ctx.Result<uint32_t>()[i] =
        Pack<T>(combine(T::Decode(uint16_t(a[i])), T::Decode(uint16_t(b[i]))),
                combine(T::Decode(uint16_t(a[i] >> 16)), T::Decode(uint16_t(b[i] >> 16))));
}
void SimMin2(OpContext& ctx) {
  MapBFloats(ctx, sim::Smaller<float>);
}
void SimMax2(OpContext& ctx) {
  MapBFloats(ctx, sim::Larger<float>);
}
void SimAdd2h(OpContext& ctx) {
  MapBFloats(ctx, [](float a, float b) { return a + b; });
}
void SimMul2h(OpContext& ctx) {
  MapBFloats(ctx, [](float a, float b) { return a * b; });
}

void SimPackE4M3(OpContext& ctx) {
  for (int lane = 0; lane < ctx.lanes(); ++lane) {
    uint32_t word = 0;
    for (int i = 0; i < 4; ++i)
      word |= uint32_t(EncodeFloat(kFloat8E4M3FN, ctx.Arg<float>(i)[lane])) << (8 * i);
    ctx.Result<uint32_t>()[lane] = word;
  }
}

// Copies between a lane's neighbours in memory and `data`, 16 bytes at a time; false where there is no
// access.
bool Transfer(OpContext& ctx, int lane, uint64_t address, void* data, int bytes, sim::MemoryAccess access) {
  for (int at = 0; at < bytes; at += 16) {
    const int part = std::min(bytes - at, 16);
    void* memory = ctx.CheckedAddress(lane, address + uint64_t(at), part, access);
    if (!memory) return false;
    char* here = static_cast<char*>(data) + at;
    if (access == sim::MemoryAccess::Read)
      std::memcpy(here, memory, size_t(part));
    else
      std::memcpy(memory, here, size_t(part));
  }
  return true;
}

// `kCount` floats behind operand kFrom as another type behind operand kTo.
template <class From, class To, int kCount, int kFrom, int kTo>
void SimConvertInMemory(OpContext& ctx) {
  auto from = ctx.Arg<uint64_t>(kFrom), to = ctx.Arg<uint64_t>(kTo);
  TIRX_SIM_ACTIVE(lane, ctx.mask()) {
    typename From::Cell source[kCount];
    typename To::Cell converted[kCount];
    if (!from[lane] || !to[lane]) continue;
    if (!Transfer(ctx, lane, from[lane], source, sizeof source, sim::MemoryAccess::Read)) continue;
    for (int i = 0; i < kCount; ++i) converted[i] = To::Encode(To::Norm(From::Decode(source[i])));
    Transfer(ctx, lane, to[lane], converted, sizeof converted, sim::MemoryAccess::Write);
  }
}

using sim::F32Traits;
using sim::HalfTraits;

// clang-format off
const OpRow kRows[] = {
    {.name = "cuda.make_float2", .params = {{Operand("x", kF32), Operand("y", kF32)}}, .type = rule::ReturnsUInt64, .emit = "pack_float2({0}, {1})", .needs = "pack_float2", .sim = SimMakeFloat2, .doc = "Two float32 in one word of 64 bits, x in the low half.", .source = "CUDA C++ Programming Guide: Built-in Vector Types"},
    {.name = "cuda.float2_x", .params = {{Operand("pair", kU64)}}, .type = rule::ReturnsFloat32, .emit = "__uint_as_float((unsigned int){0})", .sim = SimFloat2X, .doc = "The low half of such a word.", .source = "CUDA C++ Programming Guide: Built-in Vector Types"},
    {.name = "cuda.float2_y", .params = {{Operand("pair", kU64)}}, .type = rule::ReturnsFloat32, .emit = "__uint_as_float((unsigned int)({0} >> 32))", .sim = SimFloat2Y, .doc = "The high half of such a word.", .source = "CUDA C++ Programming Guide: Built-in Vector Types"},
    {.name = "cuda.fadd2_rn", .params = {{Operand("a", kU64), Operand("b", kU64)}}, .type = rule::ReturnsUInt64, .emit = "fadd2_rn({0}, {1})", .needs = "fadd2_rn", .sim = SimAdd2, .doc = "Two sums of float32.", .source = "CUDA Math API: Single Precision Intrinsics; PTX ISA: add, mul, fma with .f32x2"},
    {.name = "cuda.fmul2_rn", .params = {{Operand("a", kU64), Operand("b", kU64)}}, .type = rule::ReturnsUInt64, .emit = "fmul2_rn({0}, {1})", .needs = "fmul2_rn", .sim = SimMul2, .doc = "Two products of float32.", .source = "CUDA Math API: Single Precision Intrinsics; PTX ISA: add, mul, fma with .f32x2"},
    {.name = "cuda.ffma2_rn", .params = {{Operand("a", kU64), Operand("b", kU64), Operand("c", kU64)}}, .type = rule::ReturnsUInt64, .emit = "ffma2_rn({0}, {1}, {2})", .needs = "ffma2_rn", .sim = SimFma2, .doc = "Two products plus sums of float32, each rounded once.", .source = "CUDA Math API: Single Precision Intrinsics; PTX ISA: add, mul, fma with .f32x2"},
    {.name = "cuda.float22half2_rn", .params = {{Operand("x", kF32), Operand("y", kF32)}}, .type = rule::ReturnsUInt32, .emit = "pack_half2({0}, {1})", .needs = "pack_half2", .sim = SimPack<sim::HalfTraits>, .doc = "Two float32 as float16 in one word of 32 bits, x in the low half.", .source = "CUDA Math API: Bfloat16 and Half Precision Conversion, two values"},
    {.name = "cuda.float22half2", .params = {{ir::Element("dst", kF16), ir::Element("src", kF32)}}, .type = rule::ReturnsVoid, .effect = ir::Effect::Update, .emit = "float22half2({&0}, {&1})", .needs = "float22half2", .sim = SimConvertInMemory<F32Traits, HalfTraits, 2, 1, 0>, .doc = "Two neighbours in memory as float16; aligned to their size on both sides.", .source = "CUDA Math API: Half Precision Conversion"},
    {.name = "cuda.half8tofloat8", .params = {{ir::Element("src", kF16), ir::Element("dst", kF32)}}, .type = rule::ReturnsVoid, .effect = ir::Effect::Update, .emit = "half8tofloat8({&0}, {&1})", .needs = "half8tofloat8", .sim = SimConvertInMemory<HalfTraits, F32Traits, 8, 0, 1>, .doc = "Eight neighbours in memory as float32; aligned to 16 bytes on both sides.", .source = "CUDA Math API: Half Precision Conversion"},
    {.name = "cuda.float8tohalf8", .params = {{ir::Element("src", kF32), ir::Element("dst", kF16)}}, .type = rule::ReturnsVoid, .effect = ir::Effect::Update, .emit = "float8tohalf8({&0}, {&1})", .needs = "float8tohalf8", .sim = SimConvertInMemory<F32Traits, HalfTraits, 8, 0, 1>, .doc = "Eight neighbours in memory as float16; aligned to 16 bytes on both sides.", .source = "CUDA Math API: Half Precision Conversion"},
    {.name = "cuda.half22float2", .params = {{Operand("pair", kU32)}}, .type = rule::ReturnsUInt64, .emit = "unpack_half2({0})", .needs = "unpack_half2", .sim = SimUnpack<sim::HalfTraits>, .doc = "Such a word as two float32.", .source = "CUDA Math API: Bfloat16 and Half Precision Conversion, two values"},
    {.name = "cuda.float22bfloat162_rn", .params = {{Operand("x", kF32), Operand("y", kF32)}}, .type = rule::ReturnsUInt32, .emit = "pack_bfloat162({0}, {1})", .needs = "pack_bfloat162", .sim = SimPack<sim::BFloatTraits>, .doc = "Two float32 as bfloat16 in one word of 32 bits, x in the low half.", .source = "CUDA Math API: Bfloat16 and Half Precision Conversion, two values"},
    {.name = "cuda.float22bfloat162_rn_from_float2", .params = {{Operand("pair", kU64)}}, .type = rule::ReturnsUInt32, .emit = "pack_bfloat162_of({0})", .needs = "pack_bfloat162 pack_bfloat162_of", .sim = SimPackPair<sim::BFloatTraits>, .doc = "Likewise, from a pair.", .source = "CUDA Math API: Bfloat16 and Half Precision Conversion, two values"},
    {.name = "cuda.bfloat1622float2", .params = {{Operand("pair", kU32)}}, .type = rule::ReturnsUInt64, .emit = "unpack_bfloat162({0})", .needs = "unpack_bfloat162", .sim = SimUnpack<sim::BFloatTraits>, .doc = "Such a word as two float32.", .source = "CUDA Math API: Bfloat16 and Half Precision Conversion, two values"},
    {.name = "cuda.hmin2", .params = {{Operand("a", kU32), Operand("b", kU32)}}, .type = rule::ReturnsUInt32, .emit = "hmin2_bfloat162({0}, {1})", .needs = "hmin2_bfloat162", .sim = SimMin2, .doc = "Two minima of bfloat16.", .source = "CUDA Math API: Bfloat16 Arithmetic and Comparison Functions, two values"},
    {.name = "cuda.hmax2", .params = {{Operand("a", kU32), Operand("b", kU32)}}, .type = rule::ReturnsUInt32, .emit = "hmax2_bfloat162({0}, {1})", .needs = "hmax2_bfloat162", .sim = SimMax2, .doc = "Two maxima of bfloat16.", .source = "CUDA Math API: Bfloat16 Arithmetic and Comparison Functions, two values"},
    {.name = "cuda.hadd2", .params = {{Operand("a", kU32), Operand("b", kU32)}}, .type = rule::ReturnsUInt32, .emit = "hadd2_bfloat162({0}, {1})", .needs = "hadd2_bfloat162", .sim = SimAdd2h, .doc = "Two sums of bfloat16.", .source = "CUDA Math API: Bfloat16 Arithmetic and Comparison Functions, two values"},
    {.name = "cuda.hmul2", .params = {{Operand("a", kU32), Operand("b", kU32)}}, .type = rule::ReturnsUInt32, .emit = "hmul2_bfloat162({0}, {1})", .needs = "hmul2_bfloat162", .sim = SimMul2h, .doc = "Two products of bfloat16.", .source = "CUDA Math API: Bfloat16 Arithmetic and Comparison Functions, two values"},
    {.name = "cuda.fp8x4_e4m3_from_float4", .params = {{Operand("x", kF32), Operand("y", kF32), Operand("z", kF32), Operand("w", kF32)}}, .type = rule::ReturnsUInt32, .emit = "pack_e4m3x4({0}, {1}, {2}, {3})", .needs = "pack_e4m3x4", .sim = SimPackE4M3, .doc = "Four float32 as float8_e4m3fn in one word, x lowest; saturating.", .source = "CUDA Math API: FP8 Conversion"},
};
// clang-format on

const ir::OpFamilyRow kFamily{"cuda packed values", "Two floats, or four, in one word.", kRows};

}  // namespace

void RegisterPackedIntrinsics(backend::Registrar& registrar) {
  registrar.AddFamily(kFamily);
}

}  // namespace tirx::cuda
