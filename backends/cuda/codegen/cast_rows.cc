// SPDX-License-Identifier: Apache-2.0
// Conversions that CUDA C++ does not do by itself as the language wants them. From floats to integers the
// language saturates and turns NaN into 0. The intrinsics are PTX's cvt.rzi, which saturates; its NaN becomes
// 0 unless the source is 64-bit float or the destination 64 bits wide, where it becomes the most significant
// bit alone (PTX ISA, "cvt", float-to-integer notes). An out-of-range C cast may be folded to anything by the
// compiler, so there is none.
#include "backends/cuda/codegen/rows.h"

namespace tirx::cuda {

using namespace codegen;  // NOLINT: the names of the type sets

namespace {

template <TypeSet kTo>
bool To(const EmitSite& site) {
  return SetOf(site.call->dtype()) == kTo;
}

// clang-format off
constexpr CastRow kCasts[] = {
    {kF32, kI32, "__float2int_rz({0})"},
    {kF32, kU32, "__float2uint_rz({0})"},
    {kF32, kI64, "f32_to_i64({0})", "f32_to_i64"},
    {kF32, kU64, "f32_to_u64({0})", "f32_to_u64"},
    {kF32, kI8,  "(signed char)max(min(__float2int_rz({0}), 127), -128)"},
    {kF32, kU8,  "(unsigned char)min(__float2uint_rz({0}), 255u)"},
    {kF32, kI16, "(short)max(min(__float2int_rz({0}), 32767), -32768)"},
    {kF32, kU16, "(unsigned short)min(__float2uint_rz({0}), 65535u)"},
    {kF64, kI32, "f64_to_i32({0})", "f64_to_i32"},
    {kF64, kU32, "f64_to_u32({0})", "f64_to_u32"},
    {kF64, kI64, "f64_to_i64({0})", "f64_to_i64"},
    {kF64, kU64, "f64_to_u64({0})", "f64_to_u64"},
    {kF64, kI8,  "(signed char)max(min(f64_to_i32({0}), 127), -128)", "f64_to_i32"},
    {kF64, kU8,  "(unsigned char)min(f64_to_u32({0}), 255u)", "f64_to_u32"},
    {kF64, kI16, "(short)max(min(f64_to_i32({0}), 32767), -32768)", "f64_to_i32"},
    {kF64, kU16, "(unsigned short)min(f64_to_u32({0}), 65535u)", "f64_to_u32"},
    {kF16, kF32, "__half2float({0})"},
    {kF32, kF16, "__float2half_rn({0})"},
    {kF64, kF16, "__double2half({0})"},
    {kBF16, kF32, "__bfloat162float({0})"},
    {kF32, kBF16, "__float2bfloat16_rn({0})"},
    {kF64, kBF16, "__double2bfloat16({0})"},
    // float32 does not hold these integers exactly, so they must be rounded once, straight to bfloat16.
    {kI32, kBF16, "__int2bfloat16_rn({0})"},
    {kU32, kBF16, "__uint2bfloat16_rn({0})"},
    {kI64, kBF16, "__ll2bfloat16_rn({0})"},
    {kU64, kBF16, "__ull2bfloat16_rn({0})"},
    // The constructors round to nearest even and saturate to the largest finite value; that of powers of two rounds
    // up (CUDA Math API, "FP8 Intrinsics" and the two sections after it).
    {kReal, kNamedSmall, "{T}({0})"},
    {kNamedSmall, kF32, "(float){0}"},
    // Exact but for powers of two, of which float16 holds few.
    {kNamedSmall & ~kE8M0FNU, kF16, "(half){0}"},
};

constexpr CastRow kBitCasts[] = {
    {kF32, kI32, "__float_as_int({0})"},
    {kF32, kU32, "__float_as_uint({0})"},
    {kI32, kF32, "__int_as_float({0})"},
    {kU32, kF32, "__uint_as_float({0})"},
    {kF64, kI64, "__double_as_longlong({0})"},
    {kF64, kU64, "(unsigned long long)__double_as_longlong({0})"},
    {kI64, kF64, "__longlong_as_double({0})"},
    {kU64, kF64, "__longlong_as_double((long long){0})"},
    {kF16, kI16, "__half_as_short({0})"},
    {kF16, kU16, "__half_as_ushort({0})"},
    {kI16, kF16, "__short_as_half({0})"},
    {kU16, kF16, "__ushort_as_half({0})"},
    {kBF16, kI16, "__bfloat16_as_short({0})"},
    {kBF16, kU16, "__bfloat16_as_ushort({0})"},
    {kI16, kBF16, "__short_as_bfloat16({0})"},
    {kU16, kBF16, "__ushort_as_bfloat16({0})"},
    {kNamedSmall, kU8, "{0}.__x"},
    {kNamedSmall, kI8, "(signed char){0}.__x"},
    {kU8 | kI8, kNamedFp8, "{t}_of_bits({0})", "fp8_of_bits"},
    {kU8 | kI8, kFp6, "{t}_of_bits({0})", "fp6_of_bits"},
    {kU8 | kI8, kFp4, "{t}_of_bits({0})", "fp4_of_bits"},
};

// CUDA Math API, "Type Casting Intrinsics".
constexpr EmitRow kRounded[] = {
    {.op = "cuda.cast_rounded", .types = kF32, .text = "__float2int_{rounding}({0})", .when = To<kI32>},
    {.op = "cuda.cast_rounded", .types = kF32, .text = "__float2uint_{rounding}({0})", .when = To<kU32>},
    {.op = "cuda.cast_rounded", .types = kF32, .text = "__float2half_{rounding}({0})", .needs = "fp16", .when = To<kF16>},
    {.op = "cuda.cast_rounded", .types = kF32, .text = "__float2bfloat16_{rounding}({0})", .needs = "bf16", .when = To<kBF16>},
    {.op = "cuda.cast_rounded", .types = kF64, .text = "__double2float_{rounding}({0})", .when = To<kF32>},
    {.op = "cuda.cast_rounded", .types = kI32, .text = "__int2float_{rounding}({0})", .when = To<kF32>},
    {.op = "cuda.cast_rounded", .types = kU32, .text = "__uint2float_{rounding}({0})", .when = To<kF32>},
    {.op = "cuda.cast_rounded", .types = kI64, .text = "__ll2float_{rounding}({0})", .when = To<kF32>},
    {.op = "cuda.cast_rounded", .types = kI64, .text = "__ll2double_{rounding}({0})", .when = To<kF64>},
    {.op = "cuda.cast_rounded", .types = kU64, .text = "__ull2float_{rounding}({0})", .when = To<kF32>},
    {.op = "cuda.cast_rounded", .types = kU64, .text = "__ull2double_{rounding}({0})", .when = To<kF64>},
};
// clang-format on

}  // namespace

std::span<const EmitRow> RoundedCastRows() {
  return kRounded;
}

std::span<const CastRow> CastRows() {
  return kCasts;
}
std::span<const CastRow> BitCastRows() {
  return kBitCasts;
}

}  // namespace tirx::cuda
