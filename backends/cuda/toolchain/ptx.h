// SPDX-License-Identifier: Apache-2.0
// What PTX text says about itself: its architecture, its kernels and their parameters.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace tirx::cuda {

struct PtxKernel {
  std::string name;
  int64_t parameter_bytes = 0;  // each parameter at a multiple of its alignment
};

struct PtxInfo {
  std::string arch;  // "sm_90a"; empty when the text is no PTX
  std::vector<PtxKernel> kernels;
};

// PTX ISA, sections 11.1 (.version, .target) and 7.1 (.entry and its parameters).
PtxInfo ReadPtx(std::string_view text);

}  // namespace tirx::cuda
