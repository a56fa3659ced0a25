// SPDX-License-Identifier: Apache-2.0
// Tensor maps of an exported host, checked and encoded by the driver. C++17 over cuda.h; the text stands in
// such hosts (codegen/host_export.h) and does what runtime/tensor_map.cc does.
#pragma once

#include "backends/cuda/codegen/support/host_driver.h"
#include "backends/cuda/runtime/tensor_map_check.h"

// `to` has 128 bytes and any alignment: kernels get a copy.
static inline int tirx_encode_tensor_map(const tirx_tensor_map& map, void* to) {
  const tirx_driver& driver = tirx_find_driver();
  if (!driver.why_not.empty())
    return tirx_fail("RuntimeError", "a tensor map needs the CUDA driver, and " + driver.why_not);
  const std::string wrong = tirx_check_tensor_map(map, driver.version);
  if (!wrong.empty()) return tirx_fail("ValueError", wrong);
  // The driver wants a context, and the thread may have none.
  CUcontext context = nullptr;
  if ((driver.cuCtxGetCurrent(&context) != CUDA_SUCCESS || context == nullptr) &&
      tirx_primary_context(driver, 0, &context) != 0)
    return -1;
  const tirx_context_scope scope(driver, context);
  cuuint64_t extents[TIRX_TENSOR_MAP_RANK], strides[TIRX_TENSOR_MAP_RANK];
  cuuint32_t box[TIRX_TENSOR_MAP_RANK], element_strides[TIRX_TENSOR_MAP_RANK];
  for (int i = 0; i < TIRX_TENSOR_MAP_RANK; ++i) {
    extents[i] = static_cast<cuuint64_t>(map.extents[i]);
    strides[i] = static_cast<cuuint64_t>(map.strides[i]);
    box[i] = static_cast<cuuint32_t>(map.box[i]);
    element_strides[i] = static_cast<cuuint32_t>(map.element_strides[i]);
  }
  CUtensorMap encoded;
  const CUresult result = driver.cuTensorMapEncodeTiled(
      &encoded, static_cast<CUtensorMapDataType>(map.type.value), static_cast<cuuint32_t>(map.rank),
      reinterpret_cast<void*>(map.address), extents, strides, box, element_strides,
      static_cast<CUtensorMapInterleave>(map.interleave.value),
      static_cast<CUtensorMapSwizzle>(map.swizzle.value),
      static_cast<CUtensorMapL2promotion>(map.l2_promotion.value),
      static_cast<CUtensorMapFloatOOBfill>(map.oob_fill.value));
  if (result == CUDA_SUCCESS) memcpy(to, &encoded, sizeof(encoded));
  return tirx_check_driver(driver, result, "the tensor map cannot be encoded");
}
