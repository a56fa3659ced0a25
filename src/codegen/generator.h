// SPDX-License-Identifier: Apache-2.0
// What a device code generator is given and gives back.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "diag/result.h"
#include "ir/function.h"
#include "target/target.h"

namespace tirx::codegen {

// How the host passes arguments to one kernel; becomes runtime::KernelInfo.
struct KernelSignature {
  std::string name;
  std::vector<DType> arg_types;          // pointers are handles
  std::vector<std::string> launch_tags;  // "blockIdx.x", ..., as attr::kLaunchParams of the function
  std::vector<int32_t> arg_extra_tags;   // 1: tensor map
};

struct DeviceSource {
  std::string language;  // "cuda", "opencl": what InspectSource calls it
  std::string text;
  std::vector<KernelSignature> kernels;
  // Line i + 1 of `text` was generated for this place in the script; undefined where there is none.
  std::vector<Span> line_spans;
};

// A code generator; the row's name is the target kind it serves.
struct GeneratorRow {
  static constexpr std::string_view kTable = "generators";
  std::string_view name;
  // `functions` are the device functions of one target and configuration: kernels and the helpers they reach.
  Hook<Result<DeviceSource>(const Array<ir::Function>& functions, const target::Target& target)> generate =
      nullptr;
  std::string_view doc = "";
};

}  // namespace tirx::codegen
