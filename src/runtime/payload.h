// SPDX-License-Identifier: Apache-2.0
// The bytes of a device module: image format, kernel table, image, resolved backend configuration.
//
//   String format | Map<String, KernelInfo> | Bytes image | String backend_config
//   String, Bytes: u64 n, n bytes.  Array: u64 n, items.  Map: u64 n, (key, value) pairs.
//   KernelInfo: String name | Array<u8 code, u8 bits, u16 lanes> | Array<String> tags | Array<i32> extra tags
//
// All integers are little endian. A payload that ends after the image is an older one, with configuration
// "{}".
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "runtime/byte_stream.h"
#include "runtime/kernel_info.h"
#include "runtime/status.h"

namespace tirx::runtime {

struct DevicePayload {
  std::string format;  // the backend's name of the image's format
  std::vector<KernelInfo> kernels;
  std::string image;
  std::string backend_config = "{}";  // canonical JSON
};

std::string SavePayload(const DevicePayload& payload);
// InternalError for anything short, long or inconsistent; `payload` is then untouched.
RuntimeStatus LoadPayload(std::string_view bytes, DevicePayload* payload);

void SaveKernelInfo(const KernelInfo& kernel, ByteWriter* writer);
KernelInfo LoadKernelInfo(ByteReader* reader);

}  // namespace tirx::runtime
