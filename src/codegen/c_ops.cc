// SPDX-License-Identifier: Apache-2.0
// The rows that every C dialect shares: the functions of <math.h> (ISO C, 7.12) and the operators that C
// lacks.
#include "codegen/c_dialect.h"

namespace tirx::codegen {
namespace {

// clang-format off
constexpr EmitRow kOps[] = {
    {"exp",   kF32, "expf({0})", "math"},    {"exp",   kF64, "exp({0})", "math"},
    {"exp2",  kF32, "exp2f({0})", "math"},   {"exp2",  kF64, "exp2({0})", "math"},
    {"log",   kF32, "logf({0})", "math"},    {"log",   kF64, "log({0})", "math"},
    {"log2",  kF32, "log2f({0})", "math"},   {"log2",  kF64, "log2({0})", "math"},
    {"sqrt",  kF32, "sqrtf({0})", "math"},   {"sqrt",  kF64, "sqrt({0})", "math"},
    {"tanh",  kF32, "tanhf({0})", "math"},   {"tanh",  kF64, "tanh({0})", "math"},
    {"sin",   kF32, "sinf({0})", "math"},    {"sin",   kF64, "sin({0})", "math"},
    {"cos",   kF32, "cosf({0})", "math"},    {"cos",   kF64, "cos({0})", "math"},
    {"erf",   kF32, "erff({0})", "math"},    {"erf",   kF64, "erf({0})", "math"},
    {"floor", kF32, "floorf({0})", "math"},  {"floor", kF64, "floor({0})", "math"},
    {"ceil",  kF32, "ceilf({0})", "math"},   {"ceil",  kF64, "ceil({0})", "math"},
    {"trunc", kF32, "truncf({0})", "math"},  {"trunc", kF64, "trunc({0})", "math"},
    {"round", kF32, "nearbyintf({0})", "math"}, {"round", kF64, "nearbyint({0})", "math"},
    {"pow",   kF32, "powf({0}, {1})", "math"},  {"pow",  kF64, "pow({0}, {1})", "math"},
    {"fmod",  kF32, "fmodf({0}, {1})", "math"}, {"fmod", kF64, "fmod({0}, {1})", "math"},
    {"fma",   kF32, "fmaf({0}, {1}, {2})", "math"}, {"fma", kF64, "fma({0}, {1}, {2})", "math"},
    {"abs",   kF32, "fabsf({0})", "math"},   {"abs",   kF64, "fabs({0})", "math"},
    {"abs",   kUnsigned, "({0})"},
    {"abs",   kSigned, "abs_{t}({0})", "abs"},
    // Both give the operand that is not NaN (ISO C, 7.12.12).
    {"min",   kF32, "fminf({0}, {1})", "math"}, {"min", kF64, "fmin({0}, {1})", "math"},
    {"max",   kF32, "fmaxf({0}, {1})", "math"}, {"max", kF64, "fmax({0}, {1})", "math"},
    {"min",   kInteger, "min_{t}({0}, {1})", "min"},
    {"max",   kInteger, "max_{t}({0}, {1})", "max"},
    {"floordiv", kSigned, "floordiv_{t}({0}, {1})", "floordiv"},
    {"floormod", kSigned, "floormod_{t}({0}, {1})", "floormod"},
};

// C's / and % truncate: the quotient is one too large, and the remainder has the wrong sign, exactly when the remainder
// is not zero and its sign differs from the divisor's.
constexpr PreludeRow kPrelude[] = {
    {"abs", "{fn} {T} abs_{t}({T} x) { return x < 0 ? -x : x; }"},
    {"min", "{fn} {T} min_{t}({T} a, {T} b) { return b < a ? b : a; }"},
    {"max", "{fn} {T} max_{t}({T} a, {T} b) { return a < b ? b : a; }"},
    {"floordiv",
     "{fn} {T} floordiv_{t}({T} a, {T} b) {\n"
     "  {T} r = a % b;\n"
     "  return a / b - (r != 0 && (r < 0) != (b < 0));\n"
     "}"},
    {"floormod",
     "{fn} {T} floormod_{t}({T} a, {T} b) {\n"
     "  {T} r = a % b;\n"
     "  return r != 0 && (r < 0) != (b < 0) ? r + b : r;\n"
     "}"},
    {"select", "{fn} {T} select_{t}(bool condition, {T} a, {T} b) { return condition ? a : b; }"},
    {"reinterpret",
     "{fn} {T} reinterpret_{f}_{t}({F} x) {\n"
     "  {T} y;\n"
     "  memcpy(&y, &x, sizeof(y));\n"
     "  return y;\n"
     "}", "memcpy"},
};
// clang-format on

}  // namespace

std::span<const EmitRow> SharedOps() {
  return kOps;
}
std::span<const PreludeRow> SharedPrelude() {
  return kPrelude;
}

}  // namespace tirx::codegen
