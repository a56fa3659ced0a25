// SPDX-License-Identifier: Apache-2.0
// A compiled module as a file: host bytecode, device images with how they were made, generated source,
// report.
//
//   magic "tirx\0art" | u32 version | u64 digest of the rest | String host program | u64 n, n units
//   unit: String device payload (runtime/payload.h) | module kind | source language | source | arch | tool |
//   version |
//         argv | log | kernel resources
//
// Nothing is used from a file whose digest does not fit: a driver runs a damaged image without complaint.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "driver/compile.h"

namespace tirx::driver {

struct ArtifactUnit {
  std::string payload;      // as the device module loads it
  std::string module_kind;  // `ffi.Module.load_from_bytes.<kind>`
  std::string language, source;
  DeviceBinary binary;  // image and configuration are the payload's
};

struct Artifact {
  std::string host_program;  // runtime::SaveHostProgram
  std::vector<ArtifactUnit> units;
};

std::vector<runtime::KernelInfo> KernelInfosOf(const codegen::DeviceSource& source);
Artifact MakeArtifact(const Compiled& compiled);
std::string SaveArtifact(const Artifact& artifact);
// Fails where the kernels were compiled for the simulator: what is written to `path` could not be called.
Status CheckHasDeviceCode(const Artifact& artifact, const std::string& path);
// Saves to a file what has device code.
Status WriteArtifact(const Artifact& artifact, const std::string& path);
// `name` is the file's, for messages.
Result<Artifact> LoadArtifact(std::string_view bytes, const std::string& name);

}  // namespace tirx::driver
