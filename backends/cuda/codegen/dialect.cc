// SPDX-License-Identifier: Apache-2.0
#include "backends/cuda/codegen/dialect.h"

#include <charconv>

#include "backends/cuda/codegen/rows.h"
#include "codegen/c_family.h"

namespace tirx::cuda {

using namespace codegen;  // NOLINT: the names of the type sets

namespace {

constexpr std::string_view kFloatInfinity = "__int_as_float(0x7f800000)";

// clang-format off
constexpr TypeRow kTypes[] = {
    {kBool, "bool"},
    {kI8, "signed char"},   {kI16, "short"},          {kI32, "int"},          {kI64, "long long"},
    {kU8, "unsigned char"}, {kU16, "unsigned short"}, {kU32, "unsigned int"}, {kU64, "unsigned long long"},
    {.type = kF16, .name = "half", .literal = "__ushort_as_half({bits})",
     .infinity = "__ushort_as_half(0x7c00)", .nan = "__ushort_as_half(0x7e00)", .needs = "fp16"},
    {.type = kBF16, .name = "nv_bfloat16", .literal = "__ushort_as_bfloat16({bits})",
     .infinity = "__ushort_as_bfloat16(0x7f80)", .nan = "__ushort_as_bfloat16(0x7fc0)", .needs = "bf16"},
    {.type = kF32, .name = "float", .infinity = kFloatInfinity, .nan = "__int_as_float(0x7fc00000)"},
    {.type = kF64, .name = "double", .infinity = "__longlong_as_double(0x7ff0000000000000LL)",
     .nan = "__longlong_as_double(0x7ff8000000000000LL)"},
    // Constructors convert, and saturate: from an infinity comes the largest value.
    {.type = kE4M3FN, .name = "__nv_fp8_e4m3", .literal = "__nv_fp8_e4m3({0})", .infinity = kFloatInfinity,
     .nan = "__nv_fp8_e4m3(__int_as_float(0x7fc00000))", .needs = "fp8"},
    {.type = kE5M2, .name = "__nv_fp8_e5m2", .literal = "__nv_fp8_e5m2({0})", .infinity = kFloatInfinity,
     .nan = "__nv_fp8_e5m2(__int_as_float(0x7fc00000))", .needs = "fp8"},
    {.type = kE8M0FNU, .name = "__nv_fp8_e8m0", .literal = "__nv_fp8_e8m0({0})", .infinity = kFloatInfinity,
     .nan = "__nv_fp8_e8m0(__int_as_float(0x7fc00000))", .needs = "fp8"},
    {.type = kE2M3FN, .name = "__nv_fp6_e2m3", .literal = "__nv_fp6_e2m3({0})", .infinity = kFloatInfinity,
     .nan = "__nv_fp6_e2m3(__int_as_float(0x7fc00000))", .needs = "fp6"},
    {.type = kE3M2FN, .name = "__nv_fp6_e3m2", .literal = "__nv_fp6_e3m2({0})", .infinity = kFloatInfinity,
     .nan = "__nv_fp6_e3m2(__int_as_float(0x7fc00000))", .needs = "fp6"},
    {.type = kE2M1FN, .name = "__nv_fp4_e2m1", .literal = "__nv_fp4_e2m1({0})", .infinity = kFloatInfinity,
     .nan = "__nv_fp4_e2m1(__int_as_float(0x7fc00000))", .needs = "fp4"},
    {kHandle, "void*"},
};

// Built-in vector types (CUDA C++ Programming Guide, "Built-in Vector Types") of at most 16 bytes; the four-lane types
// of 64-bit elements have changed their alignment between CUDA 12 and 13.
constexpr VectorRow kVectors[] = {
    {kI8, 2, "char2", "make_char2"},         {kI8, 3, "char3", "make_char3"},       {kI8, 4, "char4", "make_char4"},
    {kU8, 2, "uchar2", "make_uchar2"},       {kU8, 3, "uchar3", "make_uchar3"},     {kU8, 4, "uchar4", "make_uchar4"},
    {kI16, 2, "short2", "make_short2"},      {kI16, 3, "short3", "make_short3"},    {kI16, 4, "short4", "make_short4"},
    {kU16, 2, "ushort2", "make_ushort2"},    {kU16, 3, "ushort3", "make_ushort3"},  {kU16, 4, "ushort4", "make_ushort4"},
    {kI32, 2, "int2", "make_int2"},          {kI32, 3, "int3", "make_int3"},        {kI32, 4, "int4", "make_int4"},
    {kU32, 2, "uint2", "make_uint2"},        {kU32, 3, "uint3", "make_uint3"},      {kU32, 4, "uint4", "make_uint4"},
    {kF32, 2, "float2", "make_float2"},      {kF32, 3, "float3", "make_float3"},    {kF32, 4, "float4", "make_float4"},
    {kI64, 2, "longlong2", "make_longlong2"}, {kU64, 2, "ulonglong2", "make_ulonglong2"},
    {kF64, 2, "double2", "make_double2"},
    {kF16, 2, "half2", "make_half2"},        {kBF16, 2, "nv_bfloat162", "make_bfloat162"},
};

// Shared memory is aligned to the widest vector access; the first scope is also what errors go on with.
constexpr ScopeRow kScopes[] = {
    {.scope = "local", .declare = "{align}{T} {name}[{n}];"},
    {.scope = "shared", .declare = "__shared__ {align}{T} {name}[{n}];", .min_alignment = 16},
    {.scope = "shared.dyn", .declare = "extern __shared__ __align__({bytes}) {T} {name}[];", .min_alignment = 16},
    {.scope = "global"},
};
// clang-format on

std::span<const EmitRow> AllOps() {
  static const auto* rows = [] {
    auto* all = new std::vector<EmitRow>;
    for (auto family : {MathRows(), GpuRows(), AtomicRows(), RoundedCastRows()})
      all->insert(all->end(), family.begin(), family.end());
    return all;
  }();
  return *rows;
}

// Functions of CUDA's headers that no table names (CUDA Math API; CUDA C++ Programming Guide, "C++ Language
// Support").
// clang-format off
constexpr std::string_view kLibraryFunctions =
    "cbrt cbrtf cospi cospif cyl_bessel_i0 cyl_bessel_i0f cyl_bessel_i1 cyl_bessel_i1f erfc erfcf erfcinv "
    "erfcinvf erfcx erfcxf erfinv erfinvf fdim fdimf fdivide fdividef fma fmaf fmax fmaxf fmin fminf "
    "frexp frexpf ilogb ilogbf j0 j0f j1 j1f jn jnf lgamma lgammaf llrint llrintf llround llroundf logb "
    "logbf lrint lrintf lround lroundf modf modff nan nanf nearbyint nearbyintf norm norm3d norm3df "
    "norm4d norm4df normcdf normcdff normcdfinv normcdfinvf normf rcbrt rcbrtf remainder remainderf "
    "remquo remquof rhypot rhypotf rint rintf rnorm rnorm3d rnorm3df rnorm4d rnorm4df rnormf round roundf "
    "scalbln scalblnf scalbn scalbnf signbit sincos sincosf sincospi sincospif sinpi sinpif tgamma "
    "tgammaf y0 y0f y1 y1f yn ynf labs llmax llmin ullmax ullmin umax umin max min saturate mul24 umul24 "
    "mulhi umulhi mul64hi umul64hi rand srand calloc realloc malloc free memcpy memmove memset memcmp "
    "strlen abort exit";
// clang-format on

constexpr std::string_view kReserved =
    "threadIdx blockIdx blockDim gridDim warpSize dim3 size_t printf assert half2 half nv_bfloat16 "
    "CUtensorMap "
    "isnan isinf isfinite tex surf clock clock64 std "
    // Macros of the headers that nvcc includes by itself.
    "NULL EOF NAN INFINITY HUGE_VAL HUGE_VALF HUGE_VALL CHAR_BIT CHAR_MIN CHAR_MAX SCHAR_MIN SCHAR_MAX "
    "UCHAR_MAX "
    "SHRT_MIN SHRT_MAX USHRT_MAX INT_MIN INT_MAX UINT_MAX LONG_MIN LONG_MAX ULONG_MAX LLONG_MIN LLONG_MAX "
    "ULLONG_MAX "
    "RAND_MAX BUFSIZ stdin stdout stderr errno linux unix uint ushort ulong M_E M_LOG2E M_LOG10E M_LN2 "
    "M_LN10 M_PI "
    "M_PI_2 M_PI_4 M_1_PI M_2_PI M_2_SQRTPI M_SQRT2 M_SQRT1_2 FLT_MAX FLT_MIN FLT_EPSILON DBL_MAX DBL_MIN "
    "DBL_EPSILON CLOCKS_PER_SEC EXIT_SUCCESS EXIT_FAILURE MB_CUR_MAX WNOHANG";

}  // namespace

int ArchNumber(std::string_view arch) {
  int number = 0;
  if (size_t at = arch.find('_'); at != std::string_view::npos)
    std::from_chars(arch.data() + at + 1, arch.data() + arch.size(), number);
  return number;
}

const Dialect& CudaDialect() {
  static const Dialect dialect = {
      .language = "cuda",
      .types = kTypes,
      .vectors = kVectors,
      .scopes = kScopes,
      .ops = AllOps(),
      .casts = CastRows(),
      .vector_casts = VectorCastRows(),
      .bit_casts = BitCastRows(),
      .prelude = PreludeRows(),
      .reserved = kReserved,
      .library_functions = kLibraryFunctions,
      .kernel_prefix = "extern \"C\" __global__",
      .function_prefix = "extern \"C\" __device__",
      .helper_prefix = "static __device__ __forceinline__",
      .restrict_word = "__restrict__",
      .const_word = "const",
      .tensor_map_param = "const __grid_constant__ CUtensorMap",
      .tensor_map_needs = "tensor_map",
      .struct_literal = "{T}",
      .alignas_needs = "",
      .unroll = "#pragma unroll",
      .unroll_by = "#pragma unroll {n}",
      .no_unroll = "#pragma unroll 1",
      .print_function = "printf",
      .trap = "__trap()",
      .trap_needs = "",
      .text_call = "cuda.func_call",
      .wide_types = kHalf | kSmallFloat,
      .kernel_attributes = KernelAttributes,
      .arch_number = ArchNumber,
  };
  return dialect;
}

Result<DeviceSource> GenerateCuda(const Array<ir::Function>& functions, const target::Target& target) {
  return GenerateC(functions, target, CudaDialect());
}

}  // namespace tirx::cuda
