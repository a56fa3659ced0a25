// SPDX-License-Identifier: Apache-2.0
// Reductions by shuffles: over a subgroup, over parts of one, over a block. A block's last warp may be
// partial; its lanes read only from lanes that exist.
#include "backends/cuda/codegen/rows.h"

namespace tirx::cuda {

using namespace codegen;  // NOLINT: the names of the type sets

namespace {

// clang-format off
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
    {.name = "warp_sum",
     .text = "{fn} {T} warp_sum_{t}({T} x, int width) {\n"
             "  for (int mask = width >> 1; mask > 0; mask >>= 1) {\n"
             "    {T} y = ({T})__shfl_xor_sync(0xffffffffu, x, mask);\n"
             "    x = x + y;\n"
             "  }\n"
             "  return x;\n"
             "}"},
    {.name = "warp_min_int",
     .text = "{fn} {T} warp_min_{t}({T} x, int width) {\n"
             "  for (int mask = width >> 1; mask > 0; mask >>= 1) {\n"
             "    {T} y = ({T})__shfl_xor_sync(0xffffffffu, x, mask);\n"
             "    x = min(x, y);\n"
             "  }\n"
             "  return x;\n"
             "}"},
    {.name = "warp_min_half",
     .text = "{fn} {T} warp_min_{t}({T} x, int width) {\n"
             "  for (int mask = width >> 1; mask > 0; mask >>= 1) {\n"
             "    {T} y = ({T})__shfl_xor_sync(0xffffffffu, x, mask);\n"
             "    x = __hmin(x, y);\n"
             "  }\n"
             "  return x;\n"
             "}"},
    {.name = "warp_min_float",
     .text = "{fn} {T} warp_min_{t}({T} x, int width) {\n"
             "  for (int mask = width >> 1; mask > 0; mask >>= 1) {\n"
             "    {T} y = ({T})__shfl_xor_sync(0xffffffffu, x, mask);\n"
             "    x = fmin(x, y);\n"
             "  }\n"
             "  return x;\n"
             "}"},
    {.name = "warp_max_int",
     .text = "{fn} {T} warp_max_{t}({T} x, int width) {\n"
             "  for (int mask = width >> 1; mask > 0; mask >>= 1) {\n"
             "    {T} y = ({T})__shfl_xor_sync(0xffffffffu, x, mask);\n"
             "    x = max(x, y);\n"
             "  }\n"
             "  return x;\n"
             "}"},
    {.name = "warp_max_half",
     .text = "{fn} {T} warp_max_{t}({T} x, int width) {\n"
             "  for (int mask = width >> 1; mask > 0; mask >>= 1) {\n"
             "    {T} y = ({T})__shfl_xor_sync(0xffffffffu, x, mask);\n"
             "    x = __hmax(x, y);\n"
             "  }\n"
             "  return x;\n"
             "}"},
    {.name = "warp_max_float",
     .text = "{fn} {T} warp_max_{t}({T} x, int width) {\n"
             "  for (int mask = width >> 1; mask > 0; mask >>= 1) {\n"
             "    {T} y = ({T})__shfl_xor_sync(0xffffffffu, x, mask);\n"
             "    x = fmax(x, y);\n"
             "  }\n"
             "  return x;\n"
             "}"},
    {.name = "block_sum",
     .text = "{fn} {T} block_sum_{t}({T} x) {\n"
             "  __shared__ {T} parts[32];\n"
             "  int thread = linear_thread_id(), threads = (int)(blockDim.x * blockDim.y * blockDim.z);\n"
             "  int left = threads - (thread & ~31);\n"
             "  unsigned int lanes = left >= 32 ? 0xffffffffu : (1u << left) - 1;\n"
             "  for (int distance = 16; distance > 0; distance >>= 1) {\n"
             "    {T} y = ({T})__shfl_down_sync(lanes, x, distance);\n"
             "    if ((thread & 31) + distance < left && (thread & 31) < distance) x = x + y;\n"
             "  }\n"
             "  __syncthreads();\n"
             "  if ((thread & 31) == 0) parts[thread >> 5] = x;\n"
             "  __syncthreads();\n"
             "  x = parts[0];\n"
             "  for (int warp = 1; warp < (threads + 31) >> 5; ++warp) {\n"
             "    {T} y = parts[warp];\n"
             "    x = x + y;\n"
             "  }\n"
             "  return x;\n"
             "}",
     .needs = "linear_thread_id"},
    {.name = "block_min_int",
     .text = "{fn} {T} block_min_{t}({T} x) {\n"
             "  __shared__ {T} parts[32];\n"
             "  int thread = linear_thread_id(), threads = (int)(blockDim.x * blockDim.y * blockDim.z);\n"
             "  int left = threads - (thread & ~31);\n"
             "  unsigned int lanes = left >= 32 ? 0xffffffffu : (1u << left) - 1;\n"
             "  for (int distance = 16; distance > 0; distance >>= 1) {\n"
             "    {T} y = ({T})__shfl_down_sync(lanes, x, distance);\n"
             "    if ((thread & 31) + distance < left && (thread & 31) < distance) x = min(x, y);\n"
             "  }\n"
             "  __syncthreads();\n"
             "  if ((thread & 31) == 0) parts[thread >> 5] = x;\n"
             "  __syncthreads();\n"
             "  x = parts[0];\n"
             "  for (int warp = 1; warp < (threads + 31) >> 5; ++warp) {\n"
             "    {T} y = parts[warp];\n"
             "    x = min(x, y);\n"
             "  }\n"
             "  return x;\n"
             "}",
     .needs = "linear_thread_id"},
    {.name = "block_min_half",
     .text = "{fn} {T} block_min_{t}({T} x) {\n"
             "  __shared__ {T} parts[32];\n"
             "  int thread = linear_thread_id(), threads = (int)(blockDim.x * blockDim.y * blockDim.z);\n"
             "  int left = threads - (thread & ~31);\n"
             "  unsigned int lanes = left >= 32 ? 0xffffffffu : (1u << left) - 1;\n"
             "  for (int distance = 16; distance > 0; distance >>= 1) {\n"
             "    {T} y = ({T})__shfl_down_sync(lanes, x, distance);\n"
             "    if ((thread & 31) + distance < left && (thread & 31) < distance) x = __hmin(x, y);\n"
             "  }\n"
             "  __syncthreads();\n"
             "  if ((thread & 31) == 0) parts[thread >> 5] = x;\n"
             "  __syncthreads();\n"
             "  x = parts[0];\n"
             "  for (int warp = 1; warp < (threads + 31) >> 5; ++warp) {\n"
             "    {T} y = parts[warp];\n"
             "    x = __hmin(x, y);\n"
             "  }\n"
             "  return x;\n"
             "}",
     .needs = "linear_thread_id"},
    {.name = "block_min_float",
     .text = "{fn} {T} block_min_{t}({T} x) {\n"
             "  __shared__ {T} parts[32];\n"
             "  int thread = linear_thread_id(), threads = (int)(blockDim.x * blockDim.y * blockDim.z);\n"
             "  int left = threads - (thread & ~31);\n"
             "  unsigned int lanes = left >= 32 ? 0xffffffffu : (1u << left) - 1;\n"
             "  for (int distance = 16; distance > 0; distance >>= 1) {\n"
             "    {T} y = ({T})__shfl_down_sync(lanes, x, distance);\n"
             "    if ((thread & 31) + distance < left && (thread & 31) < distance) x = fmin(x, y);\n"
             "  }\n"
             "  __syncthreads();\n"
             "  if ((thread & 31) == 0) parts[thread >> 5] = x;\n"
             "  __syncthreads();\n"
             "  x = parts[0];\n"
             "  for (int warp = 1; warp < (threads + 31) >> 5; ++warp) {\n"
             "    {T} y = parts[warp];\n"
             "    x = fmin(x, y);\n"
             "  }\n"
             "  return x;\n"
             "}",
     .needs = "linear_thread_id"},
    {.name = "block_max_int",
     .text = "{fn} {T} block_max_{t}({T} x) {\n"
             "  __shared__ {T} parts[32];\n"
             "  int thread = linear_thread_id(), threads = (int)(blockDim.x * blockDim.y * blockDim.z);\n"
             "  int left = threads - (thread & ~31);\n"
             "  unsigned int lanes = left >= 32 ? 0xffffffffu : (1u << left) - 1;\n"
             "  for (int distance = 16; distance > 0; distance >>= 1) {\n"
             "    {T} y = ({T})__shfl_down_sync(lanes, x, distance);\n"
             "    if ((thread & 31) + distance < left && (thread & 31) < distance) x = max(x, y);\n"
             "  }\n"
             "  __syncthreads();\n"
             "  if ((thread & 31) == 0) parts[thread >> 5] = x;\n"
             "  __syncthreads();\n"
             "  x = parts[0];\n"
             "  for (int warp = 1; warp < (threads + 31) >> 5; ++warp) {\n"
             "    {T} y = parts[warp];\n"
             "    x = max(x, y);\n"
             "  }\n"
             "  return x;\n"
             "}",
     .needs = "linear_thread_id"},
    {.name = "block_max_half",
     .text = "{fn} {T} block_max_{t}({T} x) {\n"
             "  __shared__ {T} parts[32];\n"
             "  int thread = linear_thread_id(), threads = (int)(blockDim.x * blockDim.y * blockDim.z);\n"
             "  int left = threads - (thread & ~31);\n"
             "  unsigned int lanes = left >= 32 ? 0xffffffffu : (1u << left) - 1;\n"
             "  for (int distance = 16; distance > 0; distance >>= 1) {\n"
             "    {T} y = ({T})__shfl_down_sync(lanes, x, distance);\n"
             "    if ((thread & 31) + distance < left && (thread & 31) < distance) x = __hmax(x, y);\n"
             "  }\n"
             "  __syncthreads();\n"
             "  if ((thread & 31) == 0) parts[thread >> 5] = x;\n"
             "  __syncthreads();\n"
             "  x = parts[0];\n"
             "  for (int warp = 1; warp < (threads + 31) >> 5; ++warp) {\n"
             "    {T} y = parts[warp];\n"
             "    x = __hmax(x, y);\n"
             "  }\n"
             "  return x;\n"
             "}",
     .needs = "linear_thread_id"},
    {.name = "block_max_float",
     .text = "{fn} {T} block_max_{t}({T} x) {\n"
             "  __shared__ {T} parts[32];\n"
             "  int thread = linear_thread_id(), threads = (int)(blockDim.x * blockDim.y * blockDim.z);\n"
             "  int left = threads - (thread & ~31);\n"
             "  unsigned int lanes = left >= 32 ? 0xffffffffu : (1u << left) - 1;\n"
             "  for (int distance = 16; distance > 0; distance >>= 1) {\n"
             "    {T} y = ({T})__shfl_down_sync(lanes, x, distance);\n"
             "    if ((thread & 31) + distance < left && (thread & 31) < distance) x = fmax(x, y);\n"
             "  }\n"
             "  __syncthreads();\n"
             "  if ((thread & 31) == 0) parts[thread >> 5] = x;\n"
             "  __syncthreads();\n"
             "  x = parts[0];\n"
             "  for (int warp = 1; warp < (threads + 31) >> 5; ++warp) {\n"
             "    {T} y = parts[warp];\n"
             "    x = fmax(x, y);\n"
             "  }\n"
             "  return x;\n"
             "}",
     .needs = "linear_thread_id"},
};
// clang-format on

}  // namespace

std::span<const PreludeRow> ReductionPrelude() {
  return kRows;
}

}  // namespace tirx::cuda
