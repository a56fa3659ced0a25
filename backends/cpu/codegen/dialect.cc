// SPDX-License-Identifier: Apache-2.0
#include "backends/cpu/codegen/dialect.h"

#include "backends/cpu/codegen/rows.h"

namespace tirx::cpu {

using namespace codegen;  // NOLINT: the names of the type sets

namespace {

// clang-format off
constexpr TypeRow kTypes[] = {
    {.type = kBool, .name = "bool", .needs = "bool"},
    {kI8, "signed char"},   {kI16, "short"},          {kI32, "int"},          {kI64, "long long"},
    {kU8, "unsigned char"}, {kU16, "unsigned short"}, {kU32, "unsigned int"}, {kU64, "unsigned long long"},
    {.type = kF16, .name = "unsigned short", .literal = "{bits}", .infinity = "0x7c00", .nan = "0x7e00"},
    {.type = kBF16, .name = "unsigned short", .literal = "{bits}", .infinity = "0x7f80", .nan = "0x7fc0"},
    {.type = kF32, .name = "float", .infinity = "INFINITY", .nan = "NAN", .needs = "math"},
    {.type = kF64, .name = "double", .infinity = "(double)INFINITY", .nan = "(double)NAN", .needs = "math"},
    {kHandle, "void*"},
};

constexpr ScopeRow kScopes[] = {
    {.scope = "local", .declare = "{align}{T} {name}[{n}];"},
    {.scope = "global"},
};

constexpr CastRow kCasts[] = {
    {kF32 | kF64, kI8, "saturate_i8({0})", "saturate_i8"},    {kF32 | kF64, kU8, "saturate_u8({0})", "saturate_u8"},
    {kF32 | kF64, kI16, "saturate_i16({0})", "saturate_i16"}, {kF32 | kF64, kU16, "saturate_u16({0})", "saturate_u16"},
    {kF32 | kF64, kI32, "saturate_i32({0})", "saturate_i32"}, {kF32 | kF64, kU32, "saturate_u32({0})", "saturate_u32"},
    {kF32 | kF64, kI64, "saturate_i64({0})", "saturate_i64"}, {kF32 | kF64, kU64, "saturate_u64({0})", "saturate_u64"},
    {kF16, kF32, "f16_to_f32({0})", "f16_to_f32"},   {kF32, kF16, "f32_to_f16({0})", "f32_to_f16"},
    {kBF16, kF32, "bf16_to_f32({0})", "bf16_to_f32"}, {kF32, kBF16, "f32_to_bf16({0})", "f32_to_bf16"},
    // What float32 does not hold must be rounded once all the same.
    {kF64, kF16, "f32_to_f16(f64_to_odd({0}))", "f32_to_f16 f64_to_odd"},
    {kF64, kBF16, "f32_to_bf16(f64_to_odd({0}))", "f32_to_bf16 f64_to_odd"},
    {kI32 | kU32, kBF16, "f32_to_bf16(f64_to_odd({0}))", "f32_to_bf16 f64_to_odd"},
    {kI64, kBF16, "f32_to_bf16(i64_to_odd({0}))", "f32_to_bf16 i64_to_odd"},
    {kU64, kBF16, "f32_to_bf16(u64_to_odd({0}))", "f32_to_bf16 u64_to_odd"},
};

constexpr CastRow kBitCasts[] = {
    {kHalf, kU16, "({0})"}, {kU16, kHalf, "({0})"}, {kHalf, kI16, "(short){0}"}, {kI16, kHalf, "(unsigned short){0}"},
};
// clang-format on

// Functions of C's library (ISO C, 7.12, 7.21 to 7.24) that the tables do not name: headers declare some, and
// compilers know what others do by their names alone.
constexpr std::string_view kReserved =
    "tirx_fail tirx_needs tirx_threads printf fflush stdout stdin stderr bool true false alignas main "
    "cbrt cbrtf fdim fdimf frexp frexpf ilogb ilogbf lgamma lgammaf llrint llround logb logbf lrint lround "
    "modf modff "
    "nan nanf nexttoward remainder remainderf remquo rint rintf round roundf scalbln scalbn signbit tgamma "
    "tgammaf fmin "
    "fmax fminf fmaxf isnormal fpclassify "
    "abort abs atexit atof atoi atol bsearch calloc div exit free getenv labs ldiv llabs malloc mblen qsort "
    "rand realloc "
    "srand strtod strtof strtol strtoll strtoul strtoull system "
    "memchr memcmp memcpy memmove memset strcat strchr strcmp strcoll strcpy strcspn strerror strlen strncat "
    "strncmp "
    "strncpy strpbrk strrchr strspn strstr strtok strxfrm "
    "clearerr fclose feof ferror fgetc fgetpos fgets fopen fprintf fputc fputs fread freopen fscanf fseek "
    "fsetpos ftell "
    "fwrite getc getchar perror putc putchar puts remove rename rewind scanf setbuf setvbuf snprintf sprintf "
    "sscanf "
    "tmpfile tmpnam ungetc vfprintf vprintf vsnprintf vsprintf "
    "isalnum isalpha isblank iscntrl isdigit isgraph islower isprint ispunct isspace isupper isxdigit "
    "tolower toupper "
    "clock time difftime mktime longjmp setjmp signal raise cpow cexp csqrt cabs creal cimag conj carg";

}  // namespace

const Dialect& CpuDialect() {
  static const Dialect dialect = {
      .language = "cpu",
      .types = kTypes,
      .vectors = {},
      .scopes = kScopes,
      .ops = OpRows(),
      .casts = kCasts,
      .bit_casts = kBitCasts,
      .prelude = PreludeRows(),
      .reserved = kReserved,
      .kernel_prefix = "static",
      .function_prefix = "static",
      .helper_prefix = "static inline",
      .restrict_word = "restrict",
      .const_word = "const",
      .tensor_map_param = "",
      .tensor_map_needs = "",
      .struct_literal = "({T})",
      .alignas_needs = "alignas",
      .unroll = "#pragma GCC unroll 64",
      .unroll_by = "#pragma GCC unroll {n}",
      .no_unroll = "#pragma GCC unroll 1",
      .simd = "#pragma omp simd",
      .print_function = "tirx_fail",
      .trap = "__builtin_unreachable()",
      .trap_needs = "fail",
      .wide_types = kHalf,
  };
  return dialect;
}

target::NativeTypes NativeTypesOf(std::string_view) {
  return {.compute = kAnyType & ~(kHalf | kSmallFloat), .storage = kAnyType & ~kSmallFloat};
}

}  // namespace tirx::cpu
