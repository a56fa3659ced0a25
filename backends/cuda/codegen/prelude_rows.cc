// SPDX-License-Identifier: Apache-2.0
// What may stand at the head of a generated CUDA file. Each part is printed only where something needs it,
// because includes decide the compile time (design/architecture.md, section 7, has the figures); cuda/std/*
// is never included.
#include "backends/cuda/codegen/rows.h"

namespace tirx::cuda {

using namespace codegen;  // NOLINT: the names of the type sets

namespace {

// clang-format off
constexpr PreludeRow kRows[] = {
    {.name = "fp16", .text = "#include <cuda_fp16.h>", .types_are_defined_first = false},
    {.name = "bf16", .text = "#include <cuda_bf16.h>", .types_are_defined_first = false},
    {.name = "fp8",  .text = "#include <cuda_fp8.h>", .types_are_defined_first = false},
    // The math functions and memcpy are built into both compilers.
    {.name = "math", .text = ""},
    {.name = "memcpy", .text = ""},
    // cuda.h's type, without its 25,000 lines (CUDA Driver API, "CUtensorMap": 128 opaque bytes, aligned to 64).
    {.name = "tensor_map",
     .text = "#ifndef CUDA_VERSION\n"
             "typedef struct alignas(64) CUtensorMap_st { unsigned long long opaque[16]; } CUtensorMap;\n"
             "#endif",
     .types_are_defined_first = false},
    {.name = "linear_thread_id",
     .text = "{fn} int linear_thread_id() {\n"
             "  return (int)(threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z));\n"
             "}"},
    {.name = "f32_to_i64", .text = "{fn} long long f32_to_i64(float x) { return x == x ? __float2ll_rz(x) : 0; }"},
    {.name = "f32_to_u64", .text = "{fn} unsigned long long f32_to_u64(float x) { return x == x ? __float2ull_rz(x) : 0; }"},
    {.name = "f64_to_i32", .text = "{fn} int f64_to_i32(double x) { return x == x ? __double2int_rz(x) : 0; }"},
    {.name = "f64_to_u32", .text = "{fn} unsigned int f64_to_u32(double x) { return x == x ? __double2uint_rz(x) : 0; }"},
    {.name = "f64_to_i64", .text = "{fn} long long f64_to_i64(double x) { return x == x ? __double2ll_rz(x) : 0; }"},
    {.name = "f64_to_u64", .text = "{fn} unsigned long long f64_to_u64(double x) { return x == x ? __double2ull_rz(x) : 0; }"},
    {.name = "subgroup_sum",
     .text = "{fn} {T} subgroup_sum_{t}({T} x) {\n"
             "  for (int mask = 16; mask > 0; mask >>= 1) x = x + ({T})__shfl_xor_sync(0xffffffffu, x, mask);\n"
             "  return x;\n"
             "}"},
    {.name = "subgroup_min_int",
     .text = "{fn} {T} subgroup_min_{t}({T} x) {\n"
             "  for (int mask = 16; mask > 0; mask >>= 1) x = min(x, ({T})__shfl_xor_sync(0xffffffffu, x, mask));\n"
             "  return x;\n"
             "}"},
    {.name = "subgroup_max_int",
     .text = "{fn} {T} subgroup_max_{t}({T} x) {\n"
             "  for (int mask = 16; mask > 0; mask >>= 1) x = max(x, ({T})__shfl_xor_sync(0xffffffffu, x, mask));\n"
             "  return x;\n"
             "}"},
    {.name = "subgroup_min_half",
     .text = "{fn} {T} subgroup_min_{t}({T} x) {\n"
             "  for (int mask = 16; mask > 0; mask >>= 1) x = __hmin(x, __shfl_xor_sync(0xffffffffu, x, mask));\n"
             "  return x;\n"
             "}"},
    {.name = "subgroup_max_half",
     .text = "{fn} {T} subgroup_max_{t}({T} x) {\n"
             "  for (int mask = 16; mask > 0; mask >>= 1) x = __hmax(x, __shfl_xor_sync(0xffffffffu, x, mask));\n"
             "  return x;\n"
             "}"},
    {.name = "subgroup_min_float",
     .text = "{fn} {T} subgroup_min_{t}({T} x) {\n"
             "  for (int mask = 16; mask > 0; mask >>= 1) x = fmin(x, __shfl_xor_sync(0xffffffffu, x, mask));\n"
             "  return x;\n"
             "}"},
    {.name = "subgroup_max_float",
     .text = "{fn} {T} subgroup_max_{t}({T} x) {\n"
             "  for (int mask = 16; mask > 0; mask >>= 1) x = fmax(x, __shfl_xor_sync(0xffffffffu, x, mask));\n"
             "  return x;\n"
             "}"},
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
};
// clang-format on

}  // namespace

std::span<const PreludeRow> PreludeRows() {
  return kRows;
}

}  // namespace tirx::cuda
