// SPDX-License-Identifier: Apache-2.0
// Tensors on any device: made, filled with zeros, copied. The global functions `tirx.runtime.*` for Python.
#pragma once

#include <tvm/ffi/container/tensor.h>

#include <cstdint>
#include <vector>

#include "runtime/status.h"

namespace tirx::runtime {

struct TensorRequest {
  std::vector<int64_t> shape;
  std::vector<int64_t> strides;  // in elements; empty: row-major
  DLDataType dtype;
  DLDevice device;
};

// Uninitialised. From tvm-ffi's environment allocator where one is set (as PyTorch's is while it calls us)
// and the tensor is row-major, else from the device's own API.
RuntimeStatus MakeTensor(const TensorRequest& request, tvm::ffi::Optional<tvm::ffi::Tensor>* tensor);
// The memory between the first and the last element of a tensor, gaps included, as one row of uint8.
tvm::ffi::Tensor BytesOf(const tvm::ffi::Tensor& tensor);
// Sets a row-major tensor to zero.
RuntimeStatus FillWithZeros(const DLTensor& tensor);
// Copies between row-major tensors of the same number of bytes, on the current stream of the device. When
// host memory takes part, it returns after the copy.
RuntimeStatus CopyTensor(const DLTensor& from, const DLTensor& to);

// Part of the runtime's registration.
void RegisterTensorFunctions();

}  // namespace tirx::runtime
