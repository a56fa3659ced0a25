// SPDX-License-Identifier: Apache-2.0
// Reductions by shuffles: over a subgroup, over parts of one, over a block. A block's last warp may be
// partial; its lanes read only from lanes that exist.
#include "backends/cuda/codegen/rows.h"

namespace tirx::cuda {

using namespace codegen;  // NOLINT: the names of the type sets

namespace {

// clang-format off
// `combined` is the next partial result, of x and y. Macros, since only literals join while compiling.
#define TIRX_WARP_REDUCTION(name, combined)                            \
  "{fn} {T} warp_" name "_{t}({T} x, int width) {\n"                   \
  "  for (int mask = width >> 1; mask > 0; mask >>= 1) {\n"            \
  "    {T} y = ({T})__shfl_xor_sync(0xffffffffu, x, mask);\n"          \
  "    x = " combined ";\n"                                            \
  "  }\n"                                                              \
  "  return x;\n"                                                      \
  "}"
#define TIRX_BLOCK_REDUCTION(name, combined)                                                               \
  "{fn} {T} block_" name "_{t}({T} x) {\n"                                                                 \
  "  __shared__ {T} parts[32];\n"                                                                          \
  "  int thread = linear_thread_id(), threads = (int)(blockDim.x * blockDim.y * blockDim.z);\n"            \
  "  int left = threads - (thread & ~31);\n"                                                               \
  "  unsigned int lanes = left >= 32 ? 0xffffffffu : (1u << left) - 1;\n"                                  \
  "  for (int distance = 16; distance > 0; distance >>= 1) {\n"                                            \
  "    {T} y = ({T})__shfl_down_sync(lanes, x, distance);\n"                                               \
  "    if ((thread & 31) + distance < left && (thread & 31) < distance) x = " combined ";\n"               \
  "  }\n"                                                                                                  \
  "  __syncthreads();\n"                                                                                   \
  "  if ((thread & 31) == 0) parts[thread >> 5] = x;\n"                                                    \
  "  __syncthreads();\n"                                                                                   \
  "  x = parts[0];\n"                                                                                      \
  "  for (int warp = 1; warp < (threads + 31) >> 5; ++warp) {\n"                                           \
  "    {T} y = parts[warp];\n"                                                                             \
  "    x = " combined ";\n"                                                                                \
  "  }\n"                                                                                                  \
  "  return x;\n"                                                                                          \
  "}"

// In memory of the caller, which is free again when the function returns.
#define TIRX_CTA_REDUCTION(name, combined)                                                                 \
  "{fn} {T} cta_" name "_{t}({T} x, int warps, {T}* scratch) {\n"                                          \
  "  int thread = linear_thread_id();\n"                                                                   \
  "  x = warp_" name "_{t}(x, 32);\n"                                                                      \
  "  if ((thread & 31) == 0) scratch[thread >> 5] = x;\n"                                                  \
  "  __syncthreads();\n"                                                                                   \
  "  x = scratch[0];\n"                                                                                    \
  "  for (int warp = 1; warp < warps; ++warp) {\n"                                                         \
  "    {T} y = scratch[warp];\n"                                                                           \
  "    x = " combined ";\n"                                                                                \
  "  }\n"                                                                                                  \
  "  __syncthreads();\n"                                                                                   \
  "  return x;\n"                                                                                          \
  "}"

constexpr PreludeRow kRows[] = {
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
    {.name = "warp_sum", .text = TIRX_WARP_REDUCTION("sum", "x + y")},
    {.name = "warp_min_int", .text = TIRX_WARP_REDUCTION("min", "min(x, y)")},
    {.name = "warp_min_half", .text = TIRX_WARP_REDUCTION("min", "__hmin(x, y)")},
    {.name = "warp_min_float", .text = TIRX_WARP_REDUCTION("min", "fmin(x, y)")},
    {.name = "warp_max_int", .text = TIRX_WARP_REDUCTION("max", "max(x, y)")},
    {.name = "warp_max_half", .text = TIRX_WARP_REDUCTION("max", "__hmax(x, y)")},
    {.name = "warp_max_float", .text = TIRX_WARP_REDUCTION("max", "fmax(x, y)")},
    {.name = "block_sum", .text = TIRX_BLOCK_REDUCTION("sum", "x + y"), .needs = "linear_thread_id"},
    {.name = "block_min_int", .text = TIRX_BLOCK_REDUCTION("min", "min(x, y)"), .needs = "linear_thread_id"},
    {.name = "block_min_half", .text = TIRX_BLOCK_REDUCTION("min", "__hmin(x, y)"), .needs = "linear_thread_id"},
    {.name = "block_min_float", .text = TIRX_BLOCK_REDUCTION("min", "fmin(x, y)"), .needs = "linear_thread_id"},
    {.name = "block_max_int", .text = TIRX_BLOCK_REDUCTION("max", "max(x, y)"), .needs = "linear_thread_id"},
    {.name = "block_max_half", .text = TIRX_BLOCK_REDUCTION("max", "__hmax(x, y)"), .needs = "linear_thread_id"},
    {.name = "block_max_float", .text = TIRX_BLOCK_REDUCTION("max", "fmax(x, y)"), .needs = "linear_thread_id"},
    {.name = "cta_sum", .text = TIRX_CTA_REDUCTION("sum", "x + y"), .needs = "linear_thread_id warp_sum"},
    {.name = "cta_min_int", .text = TIRX_CTA_REDUCTION("min", "min(x, y)"), .needs = "linear_thread_id warp_min_int"},
    {.name = "cta_min_half", .text = TIRX_CTA_REDUCTION("min", "__hmin(x, y)"), .needs = "linear_thread_id warp_min_half"},
    {.name = "cta_min_float", .text = TIRX_CTA_REDUCTION("min", "fmin(x, y)"), .needs = "linear_thread_id warp_min_float"},
    {.name = "cta_max_int", .text = TIRX_CTA_REDUCTION("max", "max(x, y)"), .needs = "linear_thread_id warp_max_int"},
    {.name = "cta_max_half", .text = TIRX_CTA_REDUCTION("max", "__hmax(x, y)"), .needs = "linear_thread_id warp_max_half"},
    {.name = "cta_max_float", .text = TIRX_CTA_REDUCTION("max", "fmax(x, y)"), .needs = "linear_thread_id warp_max_float"},
};
#undef TIRX_CTA_REDUCTION
#undef TIRX_WARP_REDUCTION
#undef TIRX_BLOCK_REDUCTION
// clang-format on

}  // namespace

std::span<const PreludeRow> ReductionPrelude() {
  return kRows;
}

}  // namespace tirx::cuda
