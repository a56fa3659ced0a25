// SPDX-License-Identifier: Apache-2.0
// Atomics that CUDA C++ lacks, by compare-and-swap.
#include "backends/cuda/codegen/rows.h"

namespace tirx::cuda {

using namespace codegen;  // NOLINT: the names of the type sets

namespace {

// clang-format off
constexpr PreludeRow kRows[] = {
    // Compare-and-swap until nobody came between; a NaN in memory gives way to a number, as in fmin and fmax.
    {.name = "atomic_min_f32",
     .text = "{fn} float atomic_min_f32(float* p, float x) {\n"
             "  int old = *(volatile int*)p, seen;\n"
             "  do {\n"
             "    seen = old;\n"
             "    old = atomicCAS((int*)p, seen, __float_as_int(fminf(__int_as_float(seen), x)));\n"
             "  } while (old != seen);\n"
             "  return __int_as_float(old);\n"
             "}"},
    {.name = "atomic_max_f32",
     .text = "{fn} float atomic_max_f32(float* p, float x) {\n"
             "  int old = *(volatile int*)p, seen;\n"
             "  do {\n"
             "    seen = old;\n"
             "    old = atomicCAS((int*)p, seen, __float_as_int(fmaxf(__int_as_float(seen), x)));\n"
             "  } while (old != seen);\n"
             "  return __int_as_float(old);\n"
             "}"},
    {.name = "atomic_min_f64",
     .text = "{fn} double atomic_min_f64(double* p, double x) {\n"
             "  unsigned long long old = *(volatile unsigned long long*)p, seen;\n"
             "  do {\n"
             "    seen = old;\n"
             "    old = atomicCAS((unsigned long long*)p, seen,\n"
             "                    (unsigned long long)__double_as_longlong(fmin(__longlong_as_double((long long)seen), x)));\n"
             "  } while (old != seen);\n"
             "  return __longlong_as_double((long long)old);\n"
             "}"},
    {.name = "atomic_max_f64",
     .text = "{fn} double atomic_max_f64(double* p, double x) {\n"
             "  unsigned long long old = *(volatile unsigned long long*)p, seen;\n"
             "  do {\n"
             "    seen = old;\n"
             "    old = atomicCAS((unsigned long long*)p, seen,\n"
             "                    (unsigned long long)__double_as_longlong(fmax(__longlong_as_double((long long)seen), x)));\n"
             "  } while (old != seen);\n"
             "  return __longlong_as_double((long long)old);\n"
             "}"},
    {.name = "atomic_min_half",
     .text = "{fn} {T} atomic_min_{t}({T}* p, {T} x) {\n"
             "  unsigned short old = *(volatile unsigned short*)p, seen;\n"
             "  do {\n"
             "    seen = old;\n"
             "    {T} next = __hmin(*({T}*)&seen, x);\n"
             "    old = atomicCAS((unsigned short*)p, seen, *(unsigned short*)&next);\n"
             "  } while (old != seen);\n"
             "  return *({T}*)&old;\n"
             "}"},
    {.name = "atomic_max_half",
     .text = "{fn} {T} atomic_max_{t}({T}* p, {T} x) {\n"
             "  unsigned short old = *(volatile unsigned short*)p, seen;\n"
             "  do {\n"
             "    seen = old;\n"
             "    {T} next = __hmax(*({T}*)&seen, x);\n"
             "    old = atomicCAS((unsigned short*)p, seen, *(unsigned short*)&next);\n"
             "  } while (old != seen);\n"
             "  return *({T}*)&old;\n"
             "}"},
    {.name = "atomic_exchange_half",
     .text = "{fn} {T} atomic_exchange_{t}({T}* p, {T} x) {\n"
             "  unsigned short old = *(volatile unsigned short*)p, seen;\n"
             "  do {\n"
             "    seen = old;\n"
             "    old = atomicCAS((unsigned short*)p, seen, *(unsigned short*)&x);\n"
             "  } while (old != seen);\n"
             "  return *({T}*)&old;\n"
             "}"},
    {.name = "atomic_cas_half",
     .text = "{fn} {T} atomic_cas_{t}({T}* p, {T} expected, {T} x) {\n"
             "  unsigned short old = atomicCAS((unsigned short*)p, *(unsigned short*)&expected, *(unsigned short*)&x);\n"
             "  return *({T}*)&old;\n"
             "}"},
};
// clang-format on

}  // namespace

std::span<const PreludeRow> AtomicPrelude() {
  return kRows;
}

}  // namespace tirx::cuda
