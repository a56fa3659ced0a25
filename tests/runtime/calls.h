// SPDX-License-Identifier: Apache-2.0
// Calling packed functions from tests by the C convention, and tensors to call them with.
#pragma once

#include <tvm/ffi/any.h>
#include <tvm/ffi/error.h>
#include <tvm/ffi/function.h>

#include <cstdint>
#include <cstring>
#include <string>
#include <utility>
#include <vector>

namespace tirx::testing {

namespace ffi = tvm::ffi;

// What a call did: a result, or the error that it raised.
struct Outcome {
  int status = 0;
  std::string kind, message;
  TVMFFIAny result{};
  ffi::Any owner;  // of the result's object

  bool ok() const { return status == 0; }
  // The low 64 bits of an integer.
  int64_t bits() const {
    int64_t low = result.v_int64;
    if (result.type_index == kTVMFFIBigInt)
      std::memcpy(&low, TVMFFIBigIntGetContentByteArray(&result).data, sizeof(low));
    return low;
  }
};

inline Outcome TakeOutcome(int status, TVMFFIAny result) {
  Outcome outcome;
  outcome.status = status;
  outcome.result = result;
  if (status == 0) {
    outcome.owner = ffi::details::AnyUnsafe::MoveTVMFFIAnyToAny(&result);
    return outcome;
  }
  TVMFFIObjectHandle error = nullptr;
  TVMFFIErrorMoveFromRaised(&error);
  auto* cell = reinterpret_cast<TVMFFIErrorCell*>(static_cast<char*>(error) + sizeof(TVMFFIObject));
  outcome.kind.assign(cell->kind.data, cell->kind.size);
  outcome.message.assign(cell->message.data, cell->message.size);
  TVMFFIObjectDecRef(error);
  return outcome;
}

using Args = std::vector<TVMFFIAny>;

inline Outcome Call(const ffi::Function& function, Args args) {
  if (function == nullptr) return {-1, "", "there is no function to call", {}, {}};
  TVMFFIAny result{};
  auto* object = const_cast<ffi::FunctionObj*>(function.operator->());
  int status = object->safe_call(object, args.data(), int32_t(args.size()), &result);
  return TakeOutcome(status, result);
}

inline TVMFFIAny IntArg(int64_t value) {
  TVMFFIAny any{};
  any.type_index = kTVMFFIInt;
  any.v_int64 = value;
  return any;
}
inline TVMFFIAny BoolArg(bool value) {
  TVMFFIAny any{};
  any.type_index = kTVMFFIBool;
  any.v_int64 = value;
  return any;
}
inline TVMFFIAny FloatArg(double value) {
  TVMFFIAny any{};
  any.type_index = kTVMFFIFloat;
  any.v_float64 = value;
  return any;
}
inline TVMFFIAny NoneArg() {
  TVMFFIAny any{};
  any.type_index = kTVMFFINone;
  return any;
}
inline TVMFFIAny TextArg(const char* text) {
  TVMFFIAny any{};
  any.type_index = kTVMFFIRawStr;
  any.v_c_str = text;
  return any;
}
inline TVMFFIAny PointerArg(void* pointer) {
  TVMFFIAny any{};
  any.type_index = kTVMFFIOpaquePtr;
  any.v_ptr = pointer;
  return any;
}

// A tensor on host memory of its own, whose fields a test may spoil.
struct TestTensor {
  explicit TestTensor(std::vector<int64_t> extents, DLDataType dtype = {kDLFloat, 32, 1})
      : shape(std::move(extents)) {
    int64_t count = 1;
    for (int64_t extent : shape) count *= extent;
    memory.resize(size_t(count > 0 ? count : 0) * ((dtype.bits + 7) / 8) / 8 + 8);
    tensor.data = memory.data();
    tensor.device = {kDLCPU, 0};
    tensor.ndim = int32_t(shape.size());
    tensor.dtype = dtype;
    tensor.shape = shape.data();
    tensor.strides = nullptr;
    tensor.byte_offset = 0;
  }
  TestTensor& WithStrides(std::vector<int64_t> values) {
    strides = std::move(values);
    tensor.strides = strides.data();
    return *this;
  }
  TVMFFIAny Arg() {
    TVMFFIAny any{};
    any.type_index = kTVMFFIDLTensorPtr;
    any.v_ptr = &tensor;
    return any;
  }
  template <class T>
  T* data() {
    return static_cast<T*>(tensor.data);
  }
  std::vector<int64_t> shape, strides;
  std::vector<double> memory;  // aligned for every element type
  DLTensor tensor;
};

}  // namespace tirx::testing
