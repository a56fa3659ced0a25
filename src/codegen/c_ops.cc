// SPDX-License-Identifier: Apache-2.0
// The rows that every C dialect shares: the functions of <math.h> (ISO C, 7.12) and the operators that C
// lacks.
#include "codegen/c_dialect.h"

namespace tirx::codegen {
namespace {

constexpr TypeSet kC = kF32 | kF64;  // what <math.h> computes with

// clang-format off
constexpr EmitRow kOps[] = {
    {"exp", kC, "exp{s}({0})", "math"},
    {"exp2", kC, "exp2{s}({0})", "math"},
    {"expm1", kC, "expm1{s}({0})", "math"},
    {"log", kC, "log{s}({0})", "math"},
    {"log2", kC, "log2{s}({0})", "math"},
    {"log10", kC, "log10{s}({0})", "math"},
    {"log1p", kC, "log1p{s}({0})", "math"},
    {"sqrt", kC, "sqrt{s}({0})", "math"},
    {"sin", kC, "sin{s}({0})", "math"},
    {"cos", kC, "cos{s}({0})", "math"},
    {"tan", kC, "tan{s}({0})", "math"},
    {"asin", kC, "asin{s}({0})", "math"},
    {"acos", kC, "acos{s}({0})", "math"},
    {"atan", kC, "atan{s}({0})", "math"},
    {"sinh", kC, "sinh{s}({0})", "math"},
    {"cosh", kC, "cosh{s}({0})", "math"},
    {"tanh", kC, "tanh{s}({0})", "math"},
    {"asinh", kC, "asinh{s}({0})", "math"},
    {"acosh", kC, "acosh{s}({0})", "math"},
    {"atanh", kC, "atanh{s}({0})", "math"},
    {"erf", kC, "erf{s}({0})", "math"},
    {"floor", kC, "floor{s}({0})", "math"},
    {"ceil", kC, "ceil{s}({0})", "math"},
    {"trunc", kC, "trunc{s}({0})", "math"},
    {"round", kC, "nearbyint{s}({0})", "math"},
    {"pow", kC, "pow{s}({0}, {1})", "math"},
    {"fmod", kC, "fmod{s}({0}, {1})", "math"},
    {"atan2", kC, "atan2{s}({0}, {1})", "math"},
    {"hypot", kC, "hypot{s}({0}, {1})", "math"},
    {"copysign", kC, "copysign{s}({0}, {1})", "math"},
    {"nextafter", kC, "nextafter{s}({0}, {1})", "math"},
    {"ldexp", kC, "ldexp{s}({0}, {1})", "math"},
    {"fma", kC, "fma{s}({0}, {1}, {2})", "math"},
    {"abs", kC, "fabs{s}({0})", "math"},
    {"exp10", kC, "pow{s}(10, {0})", "math"},
    {"sigmoid", kF32, "sigmoid_f32({0})", "sigmoid_f32"},
    {"sigmoid", kF64, "sigmoid_f64({0})", "sigmoid_f64"},
    {"abs",   kUnsigned, "({0})"},
    {"abs",   kSigned, "abs_{t}({0})", "abs"},
    {"isnullptr", kAnyType, "{0} == 0"},
    {"likely", kAnyType, "({0})"},
    {"assume", kAnyType, "(void)({0})"},
    {"prefetch", kAnyType, "(void)({&0})"},
    {"q_multiply_shift", kAnyType, "q_multiply_shift({0}, {1}, {2}, {3})", "q_multiply_shift"},
    // Both give the operand that is not NaN (ISO C, 7.12.12).
    {"min",   kC, "fmin{s}({0}, {1})", "math"},
    {"max",   kC, "fmax{s}({0}, {1})", "math"},
    {"min",   kInteger, "min_{t}({0}, {1})", "min"},
    {"max",   kInteger, "max_{t}({0}, {1})", "max"},
    {"floordiv", kSigned, "floordiv_{t}({0}, {1})", "floordiv"},
    {"floormod", kSigned, "floormod_{t}({0}, {1})", "floormod"},
};

// C's / and % truncate: the quotient is one too large, and the remainder has the wrong sign, exactly when the remainder
// is not zero and its sign differs from the divisor's.
constexpr PreludeRow kPrelude[] = {
    {"abs", "{fn} {T} abs_{t}({T} x) { return x < 0 ? -x : x; }"},
    // e to the power -x overflows long before the result is 0.
    {"sigmoid_f32",
     "{fn} float sigmoid_f32(float x) {\n"
     "  float t = expf(-fabsf(x));\n"
     "  return (x < 0.0f ? t : 1.0f) / (1.0f + t);\n"
     "}",
     "math"},
    {"sigmoid_f64",
     "{fn} double sigmoid_f64(double x) {\n"
     "  double t = exp(-fabs(x));\n"
     "  return (x < 0.0 ? t : 1.0) / (1.0 + t);\n"
     "}",
     "math"},
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
    {"q_multiply_shift",
     "{fn} int q_multiply_shift(int x, int y, int q, int s) {\n"
     "  long long half = q > s ? 1ll << (q - s - 1) : 0;\n"
     "  return (int)(((long long)x * y + half) >> (q - s));\n"
     "}"},
    // ISO C's nextafter of floats that are 16-bit words: the patterns of a sign are in the order of their magnitudes.
    {"nextafter_bits",
     "{fn} unsigned short nextafter_bits(unsigned short x, unsigned short y, int infinity) {\n"
             "  int a = x & 0x7fff, b = y & 0x7fff;\n"
             "  if (a > infinity) return x;\n"
             "  if (b > infinity) return y;\n"
             "  a = x & 0x8000 ? -a : a;\n"
             "  b = y & 0x8000 ? -b : b;\n"
             "  if (a == b) return y;\n"
             "  if (a == 0) return b < 0 ? 0x8001 : 1;\n"
             "  return (unsigned short)(x + ((a < b) == (a > 0) ? 1 : -1));\n"
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
