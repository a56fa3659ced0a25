// SPDX-License-Identifier: Apache-2.0
#include "runtime/payload.h"

#include <algorithm>
#include <set>
#include <utility>

namespace tirx::runtime {

namespace {

// The smallest encodings: what a count is checked against.
constexpr size_t kStringBytes = 8, kDTypeBytes = 4, kExtraTagBytes = 4;
constexpr size_t kKernelBytes = kStringBytes + 3 * 8;

DType LoadDType(ByteReader* reader) {
  DType dtype;
  dtype.code = reader->U8("argument type code");
  dtype.bits = reader->U8("argument type bits");
  dtype.lanes = reader->U16("argument type lanes");
  return dtype;
}

void LoadKernels(ByteReader* reader, std::vector<KernelInfo>* kernels) {
  std::set<std::string> seen;
  size_t count = reader->Count("kernel table", kStringBytes + kKernelBytes);
  for (size_t i = 0; i < count && reader->ok(); ++i) {
    std::string key = reader->String("kernel key");
    kernels->push_back(LoadKernelInfo(reader));
    if (!reader->ok()) return;
    if (kernels->back().name != key)
      reader->Fail("kernel `" + kernels->back().name + "` is filed under `" + key + "`");
    else if (!seen.insert(key).second)
      reader->Fail("kernel `" + key + "` is there twice");
  }
}

}  // namespace

void SaveKernelInfo(const KernelInfo& kernel, ByteWriter* writer) {
  writer->String(kernel.name);
  writer->U64(kernel.arg_types.size());
  for (DType dtype : kernel.arg_types) {
    writer->U8(dtype.code);
    writer->U8(dtype.bits);
    writer->U16(dtype.lanes);
  }
  writer->U64(kernel.launch_tags.size());
  for (const std::string& tag : kernel.launch_tags) writer->String(tag);
  writer->U64(kernel.arg_extra_tags.size());
  for (int32_t tag : kernel.arg_extra_tags) writer->U32(uint32_t(tag));
}

KernelInfo LoadKernelInfo(ByteReader* reader) {
  KernelInfo kernel;
  kernel.name = reader->String("kernel name");
  size_t args = reader->Count("argument types", kDTypeBytes);
  kernel.arg_types.reserve(args);
  for (size_t i = 0; i < args && reader->ok(); ++i) kernel.arg_types.push_back(LoadDType(reader));
  size_t tags = reader->Count("launch tags", kStringBytes);
  kernel.launch_tags.reserve(tags);
  for (size_t i = 0; i < tags && reader->ok(); ++i)
    kernel.launch_tags.push_back(reader->String("launch tag"));
  size_t extra = reader->Count("argument tags", kExtraTagBytes);
  for (size_t i = 0; i < extra && reader->ok(); ++i)
    kernel.arg_extra_tags.push_back(int32_t(reader->U32("argument tag")));
  if (reader->ok() && extra > args)
    reader->Fail("kernel `" + kernel.name + "` has " + std::to_string(args) + " arguments but " +
                 std::to_string(extra) + " argument tags");
  return kernel;
}

std::string SavePayload(const DevicePayload& payload) {
  ByteWriter writer;
  writer.String(payload.format);
  writer.U64(payload.kernels.size());
  for (const KernelInfo& kernel : payload.kernels) {
    writer.String(kernel.name);
    SaveKernelInfo(kernel, &writer);
  }
  writer.String(payload.image);
  writer.String(payload.backend_config);
  return writer.Take();
}

RuntimeStatus LoadPayload(std::string_view bytes, DevicePayload* payload) {
  ByteReader reader(bytes, "device payload");
  DevicePayload loaded;
  loaded.format = reader.String("format");
  LoadKernels(&reader, &loaded.kernels);
  loaded.image = reader.String("image");
  if (reader.ok() && reader.left() != 0) loaded.backend_config = reader.String("backend configuration");
  reader.ExpectEnd();
  if (!reader.ok()) return RuntimeStatus::Error(kInternalError, reader.error());
  *payload = std::move(loaded);
  return {};
}

}  // namespace tirx::runtime
