// SPDX-License-Identifier: Apache-2.0
#include "pass/pipelines.h"

namespace tirx::pass {

std::vector<std::string_view> GpuPipeline() {
  return {
      // First: everything else asks a function where it runs.
      "bind-target",
      // Before anything that reads accesses: tile operations expand into loops and accesses.
      "tile-dispatch",
      // Before narrowing: it makes the index arithmetic that narrowing looks at.
      "flatten-tensors",
      // Before the split, which takes the host's own accesses for correct.
      "verify-memory",
      "annotate-entry",
      // After everything that wants to see host and device code together: thread extents, captured values.
      "split-host-device",
      // Last: no pass wants to know how arguments arrive.
      "make-packed-api",
  };
}

std::vector<std::string_view> SimulatorPipeline() {
  return {
      "bind-target",    // first: everything else asks a function where it runs
      "tile-dispatch",  // tile operations expand into loops and accesses
      "verify-memory",  // before the split, which takes the host's own accesses for correct
      "annotate-entry",
      "split-host-device",
      "make-packed-api",  // last: no pass wants to know how arguments arrive
  };
}

const PipelineRow kPipelines[1] = {
    {"simulator", SimulatorPipeline,
     "Lowers to what the simulator runs; accesses keep the script's indices."},
};

}  // namespace tirx::pass
