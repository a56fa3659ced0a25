// SPDX-License-Identifier: Apache-2.0
#include "backends/null/dialect.h"

#include "codegen/c_family.h"

namespace tirx::null {

using namespace codegen;  // NOLINT: the names of the type sets

namespace {

// clang-format off
constexpr TypeRow kTypes[] = {
    {.type = kBool, .name = "bool", .needs = "bool"},
    {kI8, "signed char"},   {kI16, "short"},          {kI32, "int"},          {kI64, "long long"},
    {kU8, "unsigned char"}, {kU16, "unsigned short"}, {kU32, "unsigned int"}, {kU64, "unsigned long long"},
    {.type = kF32, .name = "float", .infinity = "INFINITY", .nan = "NAN", .needs = "math"},
    {.type = kF64, .name = "double", .infinity = "(double)INFINITY", .nan = "(double)NAN", .needs = "math"},
    {kHandle, "void*"},
};

constexpr ScopeRow kScopes[] = {
    {.scope = "local", .declare = "{align}{T} {name}[{n}];"},
    {.scope = "shared", .declare = "static {align}{T} {name}[{n}];", .min_alignment = 16},
    {.scope = "global"},
};

constexpr EmitRow kOps[] = {
    {"gpu.block_idx",  kAnyType, "block_idx.{axis}", "launch"},
    {"gpu.thread_idx", kAnyType, "thread_idx.{axis}", "launch"},
    {"gpu.grid_dim",   kAnyType, "grid_dim.{axis}", "launch"},
    {"gpu.block_dim",  kAnyType, "block_dim.{axis}", "launch"},
    {"rsqrt", kF32, "1.0f / sqrtf({0})", "math"},
    {"rsqrt", kF64, "1.0 / sqrt({0})", "math"},
    {"isnan", kF32 | kF64, "isnan({0})", "math"},
    {"isinf", kF32 | kF64, "isinf({0})", "math"},
    {"isfinite", kF32 | kF64, "isfinite({0})", "math"},
    {"popcount", kI32 | kU32, "__builtin_popcount({0})"},
    {"popcount", kI64 | kU64, "__builtin_popcountll({0})"},
};

// From floats to integers the language saturates and turns NaN into 0; in C, out of range is undefined.
constexpr CastRow kCasts[] = {
    {kF32 | kF64, kI32, "saturate_{t}({0})", "saturate_i32"},
    {kF32 | kF64, kI64, "saturate_{t}({0})", "saturate_i64"},
};

constexpr PreludeRow kPrelude[] = {
    {.name = "bool", .text = "#include <stdbool.h>", .types_are_defined_first = false},
    {.name = "alignas", .text = "#include <stdalign.h>", .types_are_defined_first = false},
    {.name = "math", .text = "#include <math.h>", .types_are_defined_first = false},
    {.name = "memcpy", .text = "#include <string.h>", .types_are_defined_first = false},
    {.name = "print", .text = "#include <stdio.h>\n#include <stdlib.h>", .types_are_defined_first = false},
    {.name = "launch",
     .text = "struct launch_index { int x, y, z; };\n"
             "extern struct launch_index block_idx, thread_idx, grid_dim, block_dim;"},
    {.name = "saturate_i32",
     .text = "{fn} int saturate_i32(double x) {\n"
             "  if (!(x == x)) return 0;\n"
             "  return x >= 0x1p31 ? 2147483647 : x <= -0x1p31 ? -2147483647 - 1 : (int)x;\n"
             "}"},
    {.name = "saturate_i64",
     .text = "{fn} long long saturate_i64(double x) {\n"
             "  if (!(x == x)) return 0;\n"
             "  return x >= 0x1p63 ? 9223372036854775807LL : x <= -0x1p63 ? -9223372036854775807LL - 1 : (long long)x;\n"
             "}"},
};
// clang-format on

const Dialect& NullDialect() {
  static const Dialect dialect = {
      .language = "null",
      .types = kTypes,
      .vectors = {},
      .scopes = kScopes,
      .ops = kOps,
      .casts = kCasts,
      .bit_casts = {},
      .prelude = kPrelude,
      .reserved = "printf abort block_idx thread_idx grid_dim block_dim launch_index",
      .kernel_prefix = "",
      .function_prefix = "static",
      .helper_prefix = "static inline",
      .restrict_word = "restrict",
      .tensor_map_param = "",
      .tensor_map_needs = "",
      .struct_literal = "({T})",
      .alignas_needs = "alignas",
      .unroll = "",
      .unroll_by = "",
      .no_unroll = "",
      .print_function = "printf",
      .trap = "abort()",
      .trap_needs = "print",
  };
  return dialect;
}

}  // namespace

Result<DeviceSource> GenerateNull(const Array<ir::Function>& functions, const target::Target& target) {
  return GenerateC(functions, target, NullDialect());
}

}  // namespace tirx::null
