// SPDX-License-Identifier: Apache-2.0
// Small functions behind rows of T.cuda (intrin/).
#include "backends/cuda/codegen/rows.h"

namespace tirx::cuda {

using namespace codegen;  // NOLINT: the names of the type sets

namespace {

// clang-format off
constexpr PreludeRow kRows[] = {
    {.name = "match_all_sync",
     .text = "template <class V>\n"
             "{fn} unsigned int match_all_sync(unsigned int mask, V value) {\n"
             "  int all;\n"
             "  return __match_all_sync(mask, value, &all);\n"
             "}"},
    {.name = "elect_sync",
     .text = "{fn} bool elect_sync() {\n"
             "  unsigned int elected;\n"
             "  asm volatile(\"{ .reg .pred p; elect.sync _|p, 0xffffffff; selp.u32 %0, 1, 0, p; }\" : \"=r\"(elected));\n"
             "  return elected != 0;\n"
             "}"},
    {.name = "cluster_sync",
     .text = "{fn} void cluster_sync() {\n"
             "  asm volatile(\"barrier.cluster.arrive.aligned;\" : : : \"memory\");\n"
             "  asm volatile(\"barrier.cluster.wait.aligned;\" : : : \"memory\");\n"
             "}"},
    // What cooperative_groups.h does, which takes longer to include than most kernels to compile. The driver hands
    // a cooperative launch two words in memory, at the address in %envreg1 (upper half) and %envreg2; the second is
    // the barrier's (CUDA 13.0, cooperative_groups/details/driver_abi.h and sync.h).
    {.name = "grid_sync",
     .text = "{fn} void grid_sync() {\n"
             "  unsigned int high, low;\n"
             "  asm(\"mov.u32 %0, %%envreg1;\" : \"=r\"(high));\n"
             "  asm(\"mov.u32 %0, %%envreg2;\" : \"=r\"(low));\n"
             "  volatile unsigned int* words = (unsigned int*)((unsigned long long)high << 32 | low);\n"
             "  if (!words) __trap();\n"
             "  __syncthreads();\n"
             "  if (threadIdx.x + threadIdx.y + threadIdx.z == 0) {\n"
             "    // The last block's arrival turns the upper bit over and leaves the lower ones at 0.\n"
             "    unsigned int blocks = gridDim.x * gridDim.y * gridDim.z;\n"
             "    bool first = blockIdx.x + blockIdx.y + blockIdx.z == 0;\n"
             "    __threadfence();\n"
             "    unsigned int before = atomicAdd((unsigned int*)&words[1], first ? 0x80000000u - (blocks - 1) : 1u);\n"
             "    while (((before ^ words[1]) >> 31) == 0) {\n"
             "    }\n"
             "    __threadfence();\n"
             "  }\n"
             "  __syncthreads();\n"
             "}"},
    // In words as large as the vector's alignment.
    {.name = "ldg_vector",
     .text = "template <class Word, class V>\n"
             "{fn} V ldg_words(const V* place) {\n"
             "  V value;\n"
             "  for (int i = 0; i < int(sizeof(V) / sizeof(Word)); ++i) {\n"
             "    Word word = __ldg((const Word*)place + i);\n"
             "    memcpy((char*)&value + i * sizeof(Word), &word, sizeof(Word));\n"
             "  }\n"
             "  return value;\n"
             "}\n"
             "template <class V>\n"
             "{fn} V ldg_vector(const V* place) {\n"
             "  if constexpr (alignof(V) >= 16) return ldg_words<uint4>(place);\n"
             "  else if constexpr (alignof(V) == 8) return ldg_words<uint2>(place);\n"
             "  else if constexpr (alignof(V) == 4) return ldg_words<unsigned int>(place);\n"
             "  else if constexpr (alignof(V) == 2) return ldg_words<unsigned short>(place);\n"
             "  else return ldg_words<unsigned char>(place);\n"
             "}",
     .needs = "memcpy"},
    {.name = "map_shared_rank",
     .text = "template <class P>\n"
             "{fn} P* map_shared_rank(P* place, int rank) { return (P*)__cluster_map_shared_rank(place, (unsigned int)rank); }"},
    {.name = "trap_when_assert_failed",
     .text = "{fn} void trap_when_assert_failed(bool condition) {\n"
             "  if (!condition) __trap();\n"
             "}"},
    {.name = "globaltimer",
     .text = "{fn} unsigned long long globaltimer() {\n"
             "  unsigned long long value;\n"
             "  asm volatile(\"mov.u64 %0, %globaltimer;\" : \"=l\"(value));\n"
             "  return value;\n"
             "}"},
    {.name = "pack_float2",
     .text = "{fn} unsigned long long pack_float2(float x, float y) {\n"
             "  return (unsigned long long)__float_as_uint(y) << 32 | __float_as_uint(x);\n"
             "}"},
    {.name = "fadd2_rn",
     .text = "{fn} unsigned long long fadd2_rn(unsigned long long a, unsigned long long b) {\n"
             "#if __CUDA_ARCH__ >= 1000\n"
             "  unsigned long long result;\n"
             "  asm(\"add.rn.f32x2 %0, %1, %2;\" : \"=l\"(result) : \"l\"(a), \"l\"(b));\n"
             "  return result;\n"
             "#else\n"
             "  return pack_float2(__fadd_rn(__uint_as_float((unsigned int)a), __uint_as_float((unsigned int)b)),\n"
             "                     __fadd_rn(__uint_as_float((unsigned int)(a >> 32)), __uint_as_float((unsigned int)(b >> 32))));\n"
             "#endif\n"
             "}",
     .needs = "pack_float2"},
    {.name = "fmul2_rn",
     .text = "{fn} unsigned long long fmul2_rn(unsigned long long a, unsigned long long b) {\n"
             "#if __CUDA_ARCH__ >= 1000\n"
             "  unsigned long long result;\n"
             "  asm(\"mul.rn.f32x2 %0, %1, %2;\" : \"=l\"(result) : \"l\"(a), \"l\"(b));\n"
             "  return result;\n"
             "#else\n"
             "  return pack_float2(__fmul_rn(__uint_as_float((unsigned int)a), __uint_as_float((unsigned int)b)),\n"
             "                     __fmul_rn(__uint_as_float((unsigned int)(a >> 32)), __uint_as_float((unsigned int)(b >> 32))));\n"
             "#endif\n"
             "}",
     .needs = "pack_float2"},
    {.name = "ffma2_rn",
     .text = "{fn} unsigned long long ffma2_rn(unsigned long long a, unsigned long long b, unsigned long long c) {\n"
             "#if __CUDA_ARCH__ >= 1000\n"
             "  unsigned long long result;\n"
             "  asm(\"fma.rn.f32x2 %0, %1, %2, %3;\" : \"=l\"(result) : \"l\"(a), \"l\"(b), \"l\"(c));\n"
             "  return result;\n"
             "#else\n"
             "  return pack_float2(__fmaf_rn(__uint_as_float((unsigned int)a), __uint_as_float((unsigned int)b), __uint_as_float((unsigned int)c)),\n"
             "                     __fmaf_rn(__uint_as_float((unsigned int)(a >> 32)), __uint_as_float((unsigned int)(b >> 32)), __uint_as_float((unsigned int)(c >> 32))));\n"
             "#endif\n"
             "}",
     .needs = "pack_float2"},
    {.name = "pack_half2",
     .text = "{fn} unsigned int pack_half2(float x, float y) {\n"
             "  half2 pair = __floats2half2_rn(x, y);\n"
             "  return *(unsigned int*)&pair;\n"
             "}",
     .needs = "fp16"},
    {.name = "unpack_half2",
     .text = "{fn} unsigned long long unpack_half2(unsigned int word) {\n"
             "  float2 pair = __half22float2(*(half2*)&word);\n"
             "  return pack_float2(pair.x, pair.y);\n"
             "}",
     .needs = "fp16 pack_float2"},
    {.name = "float22half2",
     .text = "{fn} void float22half2(half* dst, const float* src) {\n"
             "  *(half2*)dst = __float22half2_rn(*(const float2*)src);\n"
             "}",
     .needs = "fp16"},
    {.name = "half8tofloat8",
     .text = "{fn} void half8tofloat8(const half* src, float* dst) {\n"
             "  uint4 words = *(const uint4*)src;\n"
             "  for (int i = 0; i < 2; ++i) {\n"
             "    float2 low = __half22float2(((half2*)&words)[2 * i]), high = __half22float2(((half2*)&words)[2 * i + 1]);\n"
             "    ((float4*)dst)[i] = make_float4(low.x, low.y, high.x, high.y);\n"
             "  }\n"
             "}",
     .needs = "fp16"},
    {.name = "float8tohalf8",
     .text = "{fn} void float8tohalf8(const float* src, half* dst) {\n"
             "  uint4 words;\n"
             "  for (int i = 0; i < 2; ++i) {\n"
             "    float4 four = ((const float4*)src)[i];\n"
             "    ((half2*)&words)[2 * i] = __floats2half2_rn(four.x, four.y);\n"
             "    ((half2*)&words)[2 * i + 1] = __floats2half2_rn(four.z, four.w);\n"
             "  }\n"
             "  *(uint4*)dst = words;\n"
             "}",
     .needs = "fp16"},
    {.name = "pack_bfloat162",
     .text = "{fn} unsigned int pack_bfloat162(float x, float y) {\n"
             "  nv_bfloat162 pair = __floats2bfloat162_rn(x, y);\n"
             "  return *(unsigned int*)&pair;\n"
             "}",
     .needs = "bf16"},
    {.name = "pack_bfloat162_of",
     .text = "{fn} unsigned int pack_bfloat162_of(unsigned long long pair) {\n"
             "  return pack_bfloat162(__uint_as_float((unsigned int)pair), __uint_as_float((unsigned int)(pair >> 32)));\n"
             "}",
     .needs = "pack_bfloat162"},
    {.name = "unpack_bfloat162",
     .text = "{fn} unsigned long long unpack_bfloat162(unsigned int word) {\n"
             "  float2 pair = __bfloat1622float2(*(nv_bfloat162*)&word);\n"
             "  return pack_float2(pair.x, pair.y);\n"
             "}",
     .needs = "bf16 pack_float2"},
    {.name = "hmin2_bfloat162",
     .text = "{fn} unsigned int hmin2_bfloat162(unsigned int a, unsigned int b) {\n"
             "  nv_bfloat162 pair = __hmin2(*(nv_bfloat162*)&a, *(nv_bfloat162*)&b);\n"
             "  return *(unsigned int*)&pair;\n"
             "}",
     .needs = "bf16"},
    {.name = "hmax2_bfloat162",
     .text = "{fn} unsigned int hmax2_bfloat162(unsigned int a, unsigned int b) {\n"
             "  nv_bfloat162 pair = __hmax2(*(nv_bfloat162*)&a, *(nv_bfloat162*)&b);\n"
             "  return *(unsigned int*)&pair;\n"
             "}",
     .needs = "bf16"},
    {.name = "hadd2_bfloat162",
     .text = "{fn} unsigned int hadd2_bfloat162(unsigned int a, unsigned int b) {\n"
             "  nv_bfloat162 pair = __hadd2(*(nv_bfloat162*)&a, *(nv_bfloat162*)&b);\n"
             "  return *(unsigned int*)&pair;\n"
             "}",
     .needs = "bf16"},
    {.name = "hmul2_bfloat162",
     .text = "{fn} unsigned int hmul2_bfloat162(unsigned int a, unsigned int b) {\n"
             "  nv_bfloat162 pair = __hmul2(*(nv_bfloat162*)&a, *(nv_bfloat162*)&b);\n"
             "  return *(unsigned int*)&pair;\n"
             "}",
     .needs = "bf16"},
    {.name = "pack_e4m3x4",
     .text = "{fn} unsigned int pack_e4m3x4(float x, float y, float z, float w) {\n"
             "  return (unsigned int)__nv_cvt_float2_to_fp8x2(make_float2(x, y), __NV_SATFINITE, __NV_E4M3) |\n"
             "         (unsigned int)__nv_cvt_float2_to_fp8x2(make_float2(z, w), __NV_SATFINITE, __NV_E4M3) << 16;\n"
             "}",
     .needs = "fp8"},
};
// clang-format on

}  // namespace

std::span<const PreludeRow> IntrinsicPrelude() {
  return kRows;
}

}  // namespace tirx::cuda
