// SPDX-License-Identifier: Apache-2.0
// Tensor maps: what the tensor memory accelerator copies, encoded on the host. Every rule of the driver is
// checked before it is asked, since its own answer is always CUDA_ERROR_INVALID_VALUE.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "backends/cuda/runtime/driver_api.h"
#include "backends/cuda/runtime/tensor_map_check.h"

namespace tirx::cuda {

struct TensorMapNames {
  std::string dtype;           // of the elements, as in kernels: "float16"
  std::string format = "own";  // of the type; else "tf32", ...: the rows in the .cc file
  std::string interleave = "none", swizzle = "none", l2_promotion = "none", oob_fill = "zeros";
};

// Axis 0 is the innermost, as the driver has it.
struct TensorMapRequest : TensorMapNames {
  int64_t rank = 0;
  uint64_t address = 0;
  std::vector<int64_t> extents;          // rank of them, in elements
  std::vector<int64_t> strides;          // rank - 1, in bytes: of the axes after the innermost
  std::vector<int64_t> box;              // rank: what one copy takes
  std::vector<int64_t> element_strides;  // rank: takes every n-th
};

// The rows of the names; ValueError for a name that there is not.
runtime::RuntimeStatus ResolveTensorMap(const TensorMapNames& names, tirx_tensor_map* map);

// ValueError for what the driver of that version would not take.
runtime::RuntimeStatus CheckTensorMap(const TensorMapRequest& request, int driver_version);
// `map` has 128 bytes and any alignment: kernels get a copy.
runtime::RuntimeStatus EncodeTensorMap(const TensorMapRequest& request, void* map);

// What stands in the place of a map where no device is to read it: kernels on the simulator. The driver's own
// form is not documented.
struct alignas(8) DescribedTensorMap {
  static constexpr uint32_t kMagic = 0x6d617074;  // "tpam"
  uint32_t magic = kMagic;
  uint8_t type = 0, element_bits = 0, rank = 0;  // type and the next four are the driver's numbers
  uint8_t interleave = 0, swizzle = 0, l2_promotion = 0, oob_fill = 0;
  uint8_t element_strides[TIRX_TENSOR_MAP_RANK] = {};
  uint64_t address = 0;
  uint64_t extents[TIRX_TENSOR_MAP_RANK] = {};
  uint64_t strides[TIRX_TENSOR_MAP_RANK - 1] = {};  // bytes
  uint16_t box[TIRX_TENSOR_MAP_RANK] = {};
};
static_assert(sizeof(DescribedTensorMap) <= 128);

// As EncodeTensorMap, in that form and without a driver: every rule is that of the newest one known here.
runtime::RuntimeStatus DescribeTensorMap(const TensorMapRequest& request, void* map);

// The global function `tirx.runtime.tensormap_encode_tiled(map, dtype, format, rank, address, *extents,
// *strides, *box, *element_strides, interleave, swizzle, l2_promotion, oob_fill)`, and for the simulator
// `tirx.runtime.tensormap_describe_tiled`.
void RegisterTensorMaps();

}  // namespace tirx::cuda
