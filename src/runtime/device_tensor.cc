// SPDX-License-Identifier: Apache-2.0
#include "runtime/device_tensor.h"

#include <tvm/ffi/container/array.h>
#include <tvm/ffi/container/map.h>
#include <tvm/ffi/container/shape.h>
#include <tvm/ffi/error.h>
#include <tvm/ffi/extra/c_env_api.h>
#include <tvm/ffi/function.h>

#include <string>

#include "base/dtype.h"
#include "runtime/device_api.h"
#include "runtime/global_functions.h"

namespace tirx::runtime {

namespace ffi = tvm::ffi;

namespace {

// Memory of a device API, freed with the tensor. The two functions are tvm-ffi's protocol.
struct OwnMemory {
  DeviceApi* api;
  void* data;
  void AllocData(DLTensor* tensor) { tensor->data = data; }
  void FreeData(DLTensor* tensor) { (void)api->Free(tensor->device.device_id, data); }
};

// Memory of another tensor.
struct BorrowedMemory {
  ffi::Tensor owner;
  void* data;
  void AllocData(DLTensor* tensor) { tensor->data = data; }
  void FreeData(DLTensor*) {}
};

RuntimeStatus TooLarge() {
  return RuntimeStatus::Error(kValueError, "the tensor has more than 2^63 - 1 bytes");
}

// Bytes that the elements span; strides may be empty.
RuntimeStatus CountBytes(const TensorRequest& request, size_t* bytes) {
  const std::string dtype = DTypeName(request.dtype);
  if (!ParseDType(dtype) || IsVoid(request.dtype))
    return RuntimeStatus::Error(kTypeError, "there is no element type '" + dtype + "'");
  int64_t elements = 1, last = 0, bits = 0;
  bool is_empty = false;
  for (size_t i = 0; i < request.shape.size(); ++i) {
    const int64_t extent = request.shape[i];
    if (extent < 0)
      return RuntimeStatus::Error(kValueError, "extent " + std::to_string(i) + " of the shape is " +
                                                   std::to_string(extent) + "; it must not be negative");
    is_empty = is_empty || extent == 0;
    if (request.strides.empty()) {
      if (__builtin_mul_overflow(elements, extent == 0 ? 1 : extent, &elements)) return TooLarge();
      continue;
    }
    const int64_t stride = request.strides[i];
    int64_t step = 0;
    if (stride < 0)
      return RuntimeStatus::Error(kValueError, "stride " + std::to_string(i) + " is " +
                                                   std::to_string(stride) + "; it must not be negative");
    if (__builtin_mul_overflow(stride, extent == 0 ? 0 : extent - 1, &step) ||
        __builtin_add_overflow(last, step, &last))
      return TooLarge();
  }
  if (!request.strides.empty() && __builtin_add_overflow(last, 1, &elements)) return TooLarge();
  if (__builtin_mul_overflow(elements, int64_t(request.dtype.bits) * request.dtype.lanes, &bits) ||
      bits > INT64_MAX - 7)
    return TooLarge();
  *bytes = is_empty ? 0 : size_t((bits + 7) / 8);
  return {};
}

// True where the environment has an allocator; `status` is its error then.
bool MakeByEnvironment(TensorRequest request, ffi::Optional<ffi::Tensor>* tensor, RuntimeStatus* status) {
  if (TVMFFIEnvGetDLPackManagedTensorAllocator() == nullptr || !request.strides.empty()) return false;
  DLTensor prototype{
      nullptr, request.device, int32_t(request.shape.size()), request.dtype, request.shape.data(), nullptr,
      0};
  TVMFFIObjectHandle made = nullptr;
  if (TVMFFIEnvTensorAlloc(&prototype, &made) == 0) {
    auto object =
        ffi::details::ObjectUnsafe::ObjectPtrFromOwned<ffi::Object>(static_cast<TVMFFIObject*>(made));
    *tensor = ffi::details::ObjectUnsafe::ObjectRefFromObjectPtr<ffi::Tensor>(std::move(object));
    return true;
  }
  TVMFFIErrorMoveFromRaised(&made);
  auto object = ffi::details::ObjectUnsafe::ObjectPtrFromOwned<ffi::Object>(static_cast<TVMFFIObject*>(made));
  auto error = ffi::details::ObjectUnsafe::ObjectRefFromObjectPtr<ffi::Error>(std::move(object));
  *status = RuntimeStatus::Error(kRuntimeError, "the environment's allocator fails: " + error.message());
  return true;
}

bool IsRowMajor(const DLTensor& tensor) {
  int64_t wanted = 1;
  bool fits = true, is_empty = false;
  for (int i = tensor.ndim - 1; i >= 0; --i) {
    is_empty = is_empty || tensor.shape[i] == 0;
    if (tensor.strides != nullptr && tensor.shape[i] != 1) fits = fits && tensor.strides[i] == wanted;
    wanted *= tensor.shape[i];
  }
  return fits || is_empty;
}

char* DataOf(const DLTensor& tensor) {
  return static_cast<char*>(tensor.data) + tensor.byte_offset;
}

RuntimeStatus NotRowMajor() {
  return RuntimeStatus::Error(kValueError, "the tensor has gaps or another order than row-major");
}

}  // namespace

RuntimeStatus MakeTensor(const TensorRequest& request, ffi::Optional<ffi::Tensor>* tensor) {
  size_t bytes = 0;
  RuntimeStatus status = CountBytes(request, &bytes);
  if (!status.ok() || MakeByEnvironment(request, tensor, &status)) return status;
  DeviceApi* api = FindDevice(request.device, &status);
  if (api == nullptr) return status;
  void* data = nullptr;
  status = api->Allocate(request.device.device_id, bytes, &data);
  if (!status.ok()) return status;
  OwnMemory memory{api, data};
  const ffi::ShapeView shape(request.shape.data(), request.shape.size());
  const ffi::ShapeView strides(request.strides.data(), request.strides.size());
  *tensor = request.strides.empty()
                ? ffi::Tensor::FromNDAlloc(memory, shape, request.dtype, request.device)
                : ffi::Tensor::FromNDAllocStrided(memory, shape, strides, request.dtype, request.device);
  return {};
}

ffi::Tensor BytesOf(const ffi::Tensor& tensor) {
  const DLTensor& given = *tensor.GetDLTensorPtr();
  int64_t elements = 1;
  for (int i = 0; i < given.ndim; ++i) {
    if (given.shape[i] == 0) elements = 0;
    if (given.shape[i] != 0 && elements != 0) elements += (given.shape[i] - 1) * tensor.stride(i);
  }
  const int64_t bytes[] = {(elements * given.dtype.bits * given.dtype.lanes + 7) / 8};
  return ffi::Tensor::FromNDAlloc(BorrowedMemory{tensor, DataOf(given)}, ffi::ShapeView(bytes, 1),
                                  DLDataType{kDLUInt, 8, 1}, given.device);
}

RuntimeStatus FillWithZeros(const DLTensor& tensor) {
  RuntimeStatus status;
  DeviceApi* api = FindDevice(tensor.device, &status);
  if (api == nullptr) return status;
  if (!IsRowMajor(tensor)) return NotRowMajor();
  TVMFFIStreamHandle stream = TVMFFIEnvGetStream(tensor.device.device_type, tensor.device.device_id);
  return api->Zero(tensor.device.device_id, DataOf(tensor), ffi::GetDataSize(tensor), stream);
}

RuntimeStatus CopyTensor(const DLTensor& from, const DLTensor& to) {
  if (!IsRowMajor(from) || !IsRowMajor(to)) return NotRowMajor();
  const size_t bytes = ffi::GetDataSize(from);
  if (bytes != ffi::GetDataSize(to))
    return RuntimeStatus::Error(kValueError, "a copy of " + std::to_string(bytes) + " bytes to " +
                                                 std::to_string(ffi::GetDataSize(to)));
  const DLDevice device = to.device.device_type == kDLCPU ? from.device : to.device;
  const bool on_host = from.device.device_type == kDLCPU || to.device.device_type == kDLCPU;
  RuntimeStatus status;
  DeviceApi* api = FindDevice(device, &status);
  if (api == nullptr) return status;
  TVMFFIStreamHandle stream = TVMFFIEnvGetStream(device.device_type, device.device_id);
  status = api->Copy(device.device_id, DataOf(to), DataOf(from), bytes, stream);
  return status.ok() && on_host ? api->Synchronize(device.device_id, stream) : status;
}

namespace {

std::vector<int64_t> VectorOf(const ffi::Shape& shape) {
  return {shape.begin(), shape.end()};
}

ffi::Tensor Empty(const ffi::Shape& shape, const ffi::Optional<ffi::Shape>& strides, DLDataType dtype,
                  DLDevice device) {
  TensorRequest request{VectorOf(shape), {}, dtype, device};
  if (strides.has_value()) request.strides = VectorOf(strides.value());
  ffi::Optional<ffi::Tensor> tensor;
  ThrowUnlessOk(MakeTensor(request, &tensor));
  return tensor.value();
}

ffi::Map<ffi::String, ffi::Any> Describe(DeviceApi* api, DLDeviceType type, int index) {
  ffi::Map<ffi::String, int64_t> properties;
  for (const auto& [name, value] : api->Properties(index)) properties.Set(name, value);
  return {{"kind", ffi::String(api->Name())},
          {"type", int64_t(type)},
          {"index", int64_t(index)},
          {"name", ffi::String(api->DeviceName(index))},
          {"arch", ffi::String(api->Architecture(index))},
          {"properties", properties}};
}

ffi::Array<ffi::Map<ffi::String, ffi::Any>> Devices() {
  ffi::Array<ffi::Map<ffi::String, ffi::Any>> devices;
  for (DLDeviceType type : RegisteredDeviceTypes()) {
    DeviceApi* api = FindDeviceApi(type);
    const int count = api->Count();
    for (int i = 0; i < count; ++i) devices.push_back(Describe(api, type, i));
  }
  return devices;
}

void Synchronize(DLDevice device) {
  RuntimeStatus status;
  DeviceApi* api = FindDevice(device, &status);
  ThrowUnlessOk(status);
  TVMFFIStreamHandle stream = TVMFFIEnvGetStream(device.device_type, device.device_id);
  ThrowUnlessOk(api->Synchronize(device.device_id, stream));
}

}  // namespace

void RegisterTensorFunctions() {
  DefineGlobal("empty", Empty);
  DefineGlobal("bytes_of", BytesOf);
  // Also for memory that is no tensor object: of C programs.
  DefineGlobal("fill_with_zeros", [](DLTensor* tensor) { ThrowUnlessOk(FillWithZeros(*tensor)); });
  DefineGlobal("copy", [](DLTensor* from, DLTensor* to) { ThrowUnlessOk(CopyTensor(*from, *to)); });
  DefineGlobal("devices", Devices);
  DefineGlobal("synchronize", Synchronize);
}

}  // namespace tirx::runtime
