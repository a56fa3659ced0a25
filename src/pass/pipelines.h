// SPDX-License-Identifier: Apache-2.0
// The orders in which passes run. A backend whose pipeline is one of these registers a row that points at it.
#pragma once

#include "pass/pass.h"

namespace tirx::pass {

// For GPUs that are programmed in a C-like language.
std::vector<std::string_view> GpuPipeline();
// For the simulator: accesses keep the script's own indices, so that reports can speak of them.
std::vector<std::string_view> SimulatorPipeline();

extern const PipelineRow kPipelines[1];

}  // namespace tirx::pass
