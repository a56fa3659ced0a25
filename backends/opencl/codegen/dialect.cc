// SPDX-License-Identifier: Apache-2.0
#include "backends/opencl/codegen/dialect.h"

#include "backends/opencl/codegen/rows.h"
#include "codegen/c_family.h"

namespace tirx::opencl {

using namespace codegen;  // NOLINT: the names of the type sets

namespace {

// A kernel has no parameter of type bool (OpenCL C 1.2, 6.9.k), so truth values are bytes.
// clang-format off
constexpr TypeRow kTypes[] = {
    {kBool, "uchar"},
    {kI8, "char"},  {kI16, "short"},  {kI32, "int"},  {kI64, "long"},
    {kU8, "uchar"}, {kU16, "ushort"}, {kU32, "uint"}, {kU64, "ulong"},
    {.type = kF16, .name = "ushort", .literal = "{bits}", .infinity = "0x7c00", .nan = "0x7e00"},
    {.type = kBF16, .name = "ushort", .literal = "{bits}", .infinity = "0x7f80", .nan = "0x7fc0"},
    {.type = kF32, .name = "float", .infinity = "INFINITY", .nan = "NAN"},
    {.type = kF64, .name = "double", .infinity = "(double)INFINITY", .nan = "(double)NAN", .needs = "fp64"},
};

// Those whose alignment is their size, of at most 16 bytes; three lanes are as large as four (6.1.5).
constexpr VectorRow kVectors[] = {
    {kI8, 2, "char2", "(char2)"},    {kI8, 4, "char4", "(char4)"},    {kU8, 2, "uchar2", "(uchar2)"},   {kU8, 4, "uchar4", "(uchar4)"},
    {kI16, 2, "short2", "(short2)"}, {kI16, 4, "short4", "(short4)"}, {kU16, 2, "ushort2", "(ushort2)"}, {kU16, 4, "ushort4", "(ushort4)"},
    {kI32, 2, "int2", "(int2)"},     {kI32, 4, "int4", "(int4)"},     {kU32, 2, "uint2", "(uint2)"},    {kU32, 4, "uint4", "(uint4)"},
    {kF16 | kBF16, 2, "ushort2", "(ushort2)"}, {kF16 | kBF16, 4, "ushort4", "(ushort4)"},
    {kF32, 2, "float2", "(float2)"}, {kF32, 4, "float4", "(float4)"},
    {kI64, 2, "long2", "(long2)"},   {kU64, 2, "ulong2", "(ulong2)"}, {kF64, 2, "double2", "(double2)"},
};

// Local memory is declared at the outermost level of a kernel (6.5.2), or passed as an argument without a value.
constexpr ScopeRow kScopes[] = {
    {.scope = "local", .declare = "{align}{T} {name}[{n}];"},
    {.scope = "shared", .declare = "__local {align}{T} {name}[{n}];", .pointer = "__local ", .min_alignment = 16,
     .declared = Declared::FunctionStart},
    {.scope = "shared.dyn", .declare = "{name}", .pointer = "__local ", .min_alignment = 16, .declared = Declared::Parameter},
    {.scope = "global", .pointer = "__global "},
};

// Explicit conversions saturate, and NaN becomes 0 (6.2.3.3).
constexpr CastRow kCasts[] = {
    {kF32 | kF64, kInteger, "convert_{T}_sat({0})"},
    {kF32 | kF64, kBool, "({0} != 0)"},
    {kInteger, kBool, "({0} != 0)"},
    {kF16, kF32, "f16_to_f32({0})", "f16_to_f32"},
    {kF32, kF16, "f32_to_f16({0})", "f32_to_f16"},
    {kBF16, kF32, "bf16_to_f32({0})", "bf16_to_f32"},
    {kF32, kBF16, "f32_to_bf16({0})", "f32_to_bf16"},
    // What float32 does not hold must be rounded once all the same.
    {kF64, kF16, "f32_to_f16({t0}_to_odd({0}))", "f32_to_f16 to_odd"},
    {kF64 | kI32 | kU32 | kI64 | kU64, kBF16, "f32_to_bf16({t0}_to_odd({0}))", "f32_to_bf16 to_odd"},
};

constexpr CastRow kBitCasts[] = {
    {kF32, kI32, "as_int({0})"},   {kI32, kF32, "as_float({0})"},  {kF32, kU32, "as_uint({0})"},  {kU32, kF32, "as_float({0})"},
    {kF64, kI64, "as_long({0})"},  {kI64, kF64, "as_double({0})"}, {kF64, kU64, "as_ulong({0})"}, {kU64, kF64, "as_double({0})"},
    {kHalf, kU16, "({0})"},        {kU16, kHalf, "({0})"},         {kHalf, kI16, "(short){0}"},   {kI16, kHalf, "(ushort){0}"},
};
// clang-format on

// Keywords and types that C lacks, macros, and functions that are always there.
constexpr std::string_view kReserved =
    "half quad complex imaginary kernel global local constant private generic read_only write_only "
    "read_write "
    "uniform pipe bool uchar ushort uint ulong size_t ptrdiff_t intptr_t uintptr_t event_t sampler_t "
    "image1d_t image2d_t image3d_t image1d_array_t image2d_array_t image1d_buffer_t reserve_id_t queue_t "
    "INFINITY NAN MAXFLOAT HUGE_VAL HUGE_VALF CHAR_BIT INT_MAX INT_MIN UINT_MAX LONG_MAX LONG_MIN M_PI M_E "
    "__kernel __global __local __constant __private barrier mem_fence printf as_int as_uint as_float "
    "abs abs_diff add_sat all any bitselect cbrt clamp clz convert_int cross degrees distance dot fdim "
    "fast_length fract frexp get_global_id get_global_size get_global_offset get_work_dim ilogb isequal "
    "isless length lgamma logb mad mad24 mad_hi maxmag minmag mix modf mul24 mul_hi native_exp normalize "
    "pown "
    "powr prefetch radians remainder remquo rhadd hadd rint rootn rotate select shuffle shuffle2 sign "
    "signbit sincos sinpi cospi smoothstep step sub_sat tgamma upsample vload4 vstore4 vload_half "
    "vstore_half "
    "vec_step wait_group_events";

std::span<const EmitRow> AllOps() {
  static const auto* rows = [] {
    auto* all = new std::vector<EmitRow>;
    for (auto family : {MathRows(), GpuRows()}) all->insert(all->end(), family.begin(), family.end());
    return all;
  }();
  return *rows;
}

// The block's size where it is known: compilers place registers by it (6.7.2).
Result<std::string> KernelAttributes(const ir::Function& kernel) {
  Attrs extents = ir::AttrOr<Attrs>(kernel->attrs, "tirx.thread_extent", {});
  if (!ir::HasAttr(kernel->attrs, "tirx.launch_bounds")) return std::string();
  std::string text = "__attribute__((reqd_work_group_size(";
  for (const char* tag : {"threadIdx.x", "threadIdx.y", "threadIdx.z"})
    text += (text.back() == '(' ? "" : ", ") + std::to_string(ir::AttrOr<int64_t>(extents, tag, 1));
  return text + ")))";
}

const Dialect& OpenclDialect() {
  static const Dialect dialect = {
      .language = "opencl",
      .types = kTypes,
      .vectors = kVectors,
      .scopes = kScopes,
      .ops = AllOps(),
      .casts = kCasts,
      .bit_casts = kBitCasts,
      .prelude = PreludeRows(),
      .reserved = kReserved,
      .kernel_prefix = "__kernel",
      .function_prefix = "",
      .helper_prefix = "static inline",
      .restrict_word = "restrict",
      .tensor_map_param = "",
      .tensor_map_needs = "",
      .struct_literal = "({T})",
      .alignas_needs = "",
      .align = "__attribute__((aligned({bytes}))) ",
      .long_suffix = "L",
      .unroll = "#pragma unroll",
      .unroll_by = "#pragma unroll {n}",
      .no_unroll = "#pragma unroll 1",
      .print_function = "printf",
      .trap = "",
      .trap_needs = "",
      .wide_types = kHalf,
      .kernel_attributes = KernelAttributes,
  };
  return dialect;
}

}  // namespace

target::NativeTypes NativeTypesOf(std::string_view) {
  return {.compute = kAnyType & ~(kHalf | kSmallFloat), .storage = kAnyType & ~kSmallFloat};
}

Result<DeviceSource> GenerateOpencl(const Array<ir::Function>& functions, const target::Target& target) {
  return GenerateC(functions, target, OpenclDialect());
}

}  // namespace tirx::opencl
